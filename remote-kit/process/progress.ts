/** Milliseconds between two states of a line that moves. */
const INTERVAL = 200;
/** Columns of a terminal that does not tell, or tells none. */
const NARROWEST = 20;
const ERASE = '\r\u001b[2K';

interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

export interface Progress {
  /** A line that stays. */
  readonly say: (line: string) => void;
  /** While `work` is under way, a terminal shows what `text` gives as its last line, ever anew; anything else, nothing. */
  readonly during: <T>(text: () => string, work: Promise<T>) => Promise<T>;
}

export function createProgress(output: Output): Progress {
  let moving: (() => string) | null = null;
  const erase = () => {
    if (moving) output.write(ERASE);
  };
  const draw = () => {
    // One that is wrapped could not be erased.
    if (moving) output.write(moving().slice(0, Math.max(output.columns ?? 0, NARROWEST) - 1));
  };
  return {
    say: (line) => {
      erase();
      output.write(`${line}\n`);
      draw();
    },
    during: async (text, work) => {
      if (!output.isTTY) return work;
      moving = text;
      draw();
      const timer = setInterval(() => {
        erase();
        draw();
      }, INTERVAL);
      try {
        return await work;
      } finally {
        clearInterval(timer);
        erase();
        moving = null;
      }
    },
  };
}

/** Whole seconds since an instant, as a terminal shows them. */
export const secondsSince = (instant: number): string =>
  `${String(Math.floor((Date.now() - instant) / 1000))} s`;
