import { createHash } from 'node:crypto';
import type { RemoteName } from '@vidlunnia/shared/contracts';
import type { Release } from '@vidlunnia/shared/contracts/release';
import { remoteList, remotes, type Remote } from '@vidlunnia/shared/topology';
import type { ReleaseSet, RemoteRelease } from '../../src/remotes/release-set';
import { fetchPointer, fetchRelease } from './fetch-release';

interface Log {
  info(message: string): void;
  warn(message: string): void;
}

export interface ReleaseWatch {
  /** The live set. A new object whenever one of its releases changed. */
  current(): ReleaseSet;
  stop(): void;
}

interface Options {
  readonly origins: Readonly<Record<RemoteName, string>>;
  readonly pollInterval: number;
  readonly log: Log;
}

/**
 * Watches the teams' pointers and keeps the live release set. A release that is refused, and a team that cannot be
 * reached, leave the set as it is. Resolves after the first look at every team.
 */
export async function watchReleases({ origins, pollInterval, log }: Options): Promise<ReleaseWatch> {
  let set = releaseSet({});
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const complaints = new Map<RemoteName, string>();

  async function look(remote: Remote): Promise<void> {
    const origin = origins[remote.name];
    const version = await fetchPointer(remote, origin);
    if (set.remotes[remote.name]?.version === version) return;
    const release = await fetchRelease(remote, origin, version);
    set = releaseSet({ ...set.remotes, [remote.name]: remoteRelease(remote, release) });
    log.info(`${remote.name} ${version} is live`);
  }

  const complain = (remote: Remote, error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    // Once for as long as it stays the same: a team that is down for the night fills no log.
    if (complaints.get(remote.name) !== message) log.warn(message);
    complaints.set(remote.name, message);
  };

  async function round(): Promise<void> {
    await Promise.all(
      remoteList.map((remote) =>
        look(remote).then(
          () => complaints.delete(remote.name),
          (error: unknown) => {
            complain(remote, error);
          },
        ),
      ),
    );
    if (!stopped) timer = setTimeout(() => void round(), pollInterval);
  }

  await round();
  return {
    current: () => set,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

function remoteRelease(remote: Remote, { version, container, entry, modules }: Release): RemoteRelease {
  const base = `${remotes[remote.name].prefix}/${version}/`;
  return { version, base, container, entry: `${base}${entry}`, modules };
}

function releaseSet(live: ReleaseSet['remotes']): ReleaseSet {
  const versions = remoteList.map(({ name }) => `${name}@${live[name]?.version ?? 'none'}`).join(' ');
  return { id: createHash('sha256').update(versions).digest('hex').slice(0, 12), remotes: live };
}
