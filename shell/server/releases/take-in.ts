import path from 'node:path';
import type { Release } from '@vidlunnia/shared/contracts/release';
import { releasePath, remoteList, type Remote } from '@vidlunnia/shared/topology';
import type { ReleaseSet, RemoteRelease } from '../../src/remotes/release-set';
import { fetchPointer, fetchRelease } from './fetch-release';
import { ReleaseRefused } from './release-refused';
import type { ReleaseStore } from './release-store';

/** Where every build puts what renders on a server: the set, which browsers read too, does not name it. */
const SERVER_ENTRY = 'server/remoteEntry.js';

/**
 * Discovers a team's current release and copies it, verified, into the store. Resolves to `null` when it is the one
 * that is live already; rejects with `ReleaseRefused`.
 */
export async function takeIn(
  remote: Remote,
  origin: string,
  liveVersion: string | undefined,
  store: ReleaseStore,
): Promise<RemoteRelease | null> {
  const version = await fetchPointer(remote, origin);
  if (version === liveVersion) return null;
  const release = await fetchRelease(remote, origin, version);
  if (release.serverEntry !== SERVER_ENTRY) {
    const reason = `release ${version} has its server entry at ${release.serverEntry}, not at ${SERVER_ENTRY}`;
    throw new ReleaseRefused(remote.name, reason);
  }
  await store.take(remote.name, release, origin);
  return publicRelease(remote, release);
}

/** Local files of a set's server entries, by the public address of the browser's entry. */
export const serverEntries = (store: ReleaseStore, { remotes }: ReleaseSet): Record<string, string> =>
  Object.fromEntries(
    remoteList.flatMap(({ name }) => {
      const live = remotes[name];
      return live ? [[live.entry, path.join(store.directory(name, live.version), SERVER_ENTRY)]] : [];
    }),
  );

function publicRelease(remote: Remote, release: Release): RemoteRelease {
  const { version, container, entry, modules, files } = release;
  const base = releasePath(remote, version);
  const scripts = new Set([entry, ...Object.values(modules).flatMap(({ js }) => js)]);
  const integrity = [...scripts].map((file) => [file, `sha384-${files[file]?.sha384 ?? ''}`]);
  return {
    version,
    container,
    base,
    entry: `${base}${entry}`,
    modules,
    integrity: Object.fromEntries(integrity) as Record<string, string>,
  };
}
