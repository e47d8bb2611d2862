import type { RemoteName } from '@vidlunnia/shared/contracts';
import type { Rejection, Step } from '@vidlunnia/shared/contracts/release-report';
import { ReleaseRejected } from './release-rejected';

/** Rejections of a remote that are told of. */
const REMEMBERED = 10;
/** Milliseconds before the same version is tried again: the network or the machine may have been the reason. */
const RETRY_AFTER: Readonly<Record<Step, number>> = {
  discover: 0,
  download: 5_000,
  verify: 30_000,
  'render-test': 30_000,
  promote: 5_000,
};

/** What was rejected, by remote. */
export interface Rejections {
  of(name: RemoteName): readonly Rejection[];
  /** Notes a rejection; one that is news is logged, so that a team which is down for the night fills no log. */
  add(error: unknown, name: RemoteName): void;
  /** Notes that there is nothing to reject: the same trouble would be news again. */
  clear(name: RemoteName): void;
  /** Whether this version was rejected a moment ago. */
  isRecent(name: RemoteName, version: string): boolean;
}

export function createRejections(log: { warn(message: string): void }): Rejections {
  const rejections = new Map<RemoteName, readonly Rejection[]>();
  const trouble = new Map<RemoteName, string>();
  const of = (name: RemoteName) => rejections.get(name) ?? [];

  return {
    of,
    add: (error, name) => {
      const rejected =
        error instanceof ReleaseRejected ? error : new ReleaseRejected(name, null, 'discover', String(error));
      const { version, step, reason, message } = rejected;
      if (trouble.get(name) !== message) log.warn(message);
      trouble.set(name, message);
      const same = (known: Rejection) =>
        known.version === version && known.step === step && known.reason === reason;
      const others = of(name).filter((known) => !same(known));
      const at = new Date(Date.now()).toISOString();
      rejections.set(name, [{ version, step, reason, at }, ...others].slice(0, REMEMBERED));
    },
    clear: (name) => void trouble.delete(name),
    isRecent: (name, version) => {
      const last = of(name).find((known) => known.version === version);
      return last !== undefined && Date.now() - Date.parse(last.at) < RETRY_AFTER[last.step];
    },
  };
}
