import { text } from 'node:stream/consumers';
import type { ReactNode } from 'react';
import { prerenderToNodeStream } from 'react-dom/static';

interface Options {
  readonly onError: (error: unknown) => void;
  /** Cuts off a rendering that still waits for something, with what it has. */
  readonly signal: AbortSignal;
  /** Before every id that React makes. */
  readonly identifierPrefix: string;
}

/**
 * Renders to one finished string: whole pages are cached and compressed, so nothing is streamed, and no boundary may
 * be moved out of its place, since that would need an inline script. Errors inside a boundary go to `onError` and
 * leave its fallback; any other rejects.
 */
export async function renderWhole(node: ReactNode, options: Options): Promise<string> {
  const { prelude } = await prerenderToNodeStream(node, {
    ...options,
    progressiveChunkSize: Number.MAX_SAFE_INTEGER,
  });
  return text(prelude);
}
