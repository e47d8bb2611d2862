import type { RemoteName } from '@vidlunnia/shared/contracts';
import type { Rejection, Step } from '@vidlunnia/shared/contracts/release-report';

/** Rejections of a remote that are remembered. */
const REMEMBERED = 10;
/** Milliseconds before the same version is tried again: the network or the machine may have been the reason. */
const RETRY_AFTER: Readonly<Record<Step, number>> = {
  discover: 0,
  download: 5_000,
  verify: 30_000,
  'render-test': 30_000,
  promote: 5_000,
};

/** A step rejected a release. `reason` is public: it names no address of the network behind and no place on the disk. */
export class ReleaseRejected extends Error {
  override readonly name = 'ReleaseRejected';

  constructor(
    readonly step: Step,
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(`rejected at ${step}: ${reason}`, options);
  }
}

/** An error that a step did not foresee as its rejection. */
export function rejectedAt(step: Step, error: unknown): ReleaseRejected {
  if (error instanceof ReleaseRejected) return error;
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1);
  const withoutFolders = line.replace(/(?<![\w.@-])(?:\/[\w.@-]+){2,}\/(?=[\w.-]+)/g, '');
  return new ReleaseRejected(step, withoutFolders, { cause: error });
}

export interface RejectionFigure {
  readonly remote: RemoteName;
  readonly step: Step;
  readonly count: number;
}

/** What was rejected, by remote. */
export interface Rejections {
  of(name: RemoteName): readonly Rejection[];
  /** Logs only what changed, so that a team which is down for the night fills no log. */
  add(name: RemoteName, version: string | null, error: ReleaseRejected): void;
  /** Notes that nothing is wrong any more: the same rejection would be logged again. */
  clear(name: RemoteName): void;
  /** Whether this version was rejected a moment ago. */
  isRecent(name: RemoteName, version: string): boolean;
  /** How many were logged. */
  figures(): readonly RejectionFigure[];
}

export function createRejections(log: { warn(message: string): void }): Rejections {
  const rejections = new Map<RemoteName, readonly Rejection[]>();
  const logged = new Map<RemoteName, string>();
  const counts = new Map<string, RejectionFigure>();
  const of = (name: RemoteName) => rejections.get(name) ?? [];

  return {
    of,
    add: (name, version, { step, reason, message }) => {
      const line = `${name} ${version ?? 'pointer'} is ${message}`;
      if (logged.get(name) !== line) {
        log.warn(line);
        const { count } = counts.get(`${name} ${step}`) ?? { count: 0 };
        counts.set(`${name} ${step}`, { remote: name, step, count: count + 1 });
      }
      logged.set(name, line);
      const others = of(name).filter(
        (known) => known.version !== version || known.step !== step || known.reason !== reason,
      );
      const at = new Date(Date.now()).toISOString();
      rejections.set(name, [{ version, step, reason, at }, ...others].slice(0, REMEMBERED));
    },
    clear: (name) => void logged.delete(name),
    isRecent: (name, version) => {
      const last = of(name).find((known) => known.version === version);
      return last !== undefined && Date.now() - Date.parse(last.at) < RETRY_AFTER[last.step];
    },
    figures: () => [...counts.values()],
  };
}
