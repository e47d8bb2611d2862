import type { RemoteName } from '@vidlunnia/shared/contracts';
import type { LiveSet } from './live-set';
import type { ReleaseStore } from './release-store';

/** Milliseconds between two sweeps at most. */
const INTERVAL = 3_600_000;

interface Options {
  readonly live: LiveSet;
  readonly store: ReleaseStore;
  /** Milliseconds for which a release stays after it was in use. */
  readonly keepFor: number;
  readonly log: { info(message: string): void; warn(message: string): void };
}

/** Removes releases from the store some time after they were in use. Returns what ends it. */
export function startSweeping({ live, store, keepFor, log }: Options): () => void {
  async function sweep(): Promise<void> {
    const inUse = [live.current.releaseSet.remotes, live.previous].flatMap((remotes) =>
      (Object.keys(remotes) as RemoteName[]).map((name) => [name, remotes[name]?.version ?? ''] as const),
    );
    await Promise.allSettled(inUse.map(([name, version]) => store.touch(name, version)));
    const removed = await store.sweep(keepFor);
    if (removed.length > 0) log.info(`Swept from the store: ${removed.join(', ')}`);
  }
  const timer = setInterval(
    () => {
      sweep().catch((error: unknown) => {
        log.warn(`The store could not be swept: ${String(error)}`);
      });
    },
    Math.min(INTERVAL, keepFor),
  );
  timer.unref();
  return () => {
    clearInterval(timer);
  };
}
