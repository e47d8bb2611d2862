import { createHash } from 'node:crypto';
import path from 'node:path';
import type { ReleaseManifest } from '@vidlunnia/shared/contracts/release';
import { releasePath, remoteList, type Remote } from '@vidlunnia/shared/topology';
import type { ReleaseSet, RemoteRelease } from '../../src/remotes/release-set';
import type { ReleaseStore } from './release-store';
import { SERVER_ENTRY } from './verify';

/** The set of these releases. Its id follows from their versions alone, so that every replica has the same. */
export function releaseSetOf(remotes: ReleaseSet['remotes']): ReleaseSet {
  const versions = remoteList.map(({ name }) => `${name}@${remotes[name]?.version ?? 'none'}`).join(' ');
  return { id: createHash('sha256').update(versions).digest('hex').slice(0, 12), remotes };
}

/** What pages and browsers have to know of a release. */
export function remoteRelease(remote: Remote, manifest: ReleaseManifest): RemoteRelease {
  const { version, container, entry, modules, files } = manifest;
  const base = releasePath(remote, version);
  const checked = new Set([entry, ...Object.values(modules).flatMap(({ js, css }) => [...js, ...css])]);
  const integrity = [...checked].map((file) => [file, `sha384-${files[file]?.sha384 ?? ''}`] as const);
  return {
    version,
    container,
    base,
    entry: `${base}${entry}`,
    modules,
    integrity: Object.fromEntries(integrity),
  };
}

/** Local files of a set's server entries, by the public address of the browser's entry. */
export const serverEntries = (store: ReleaseStore, { remotes }: ReleaseSet): Record<string, string> =>
  Object.fromEntries(
    remoteList.flatMap(({ name }) => {
      const live = remotes[name];
      return live ? [[live.entry, path.join(store.directory(name, live.version), SERVER_ENTRY)]] : [];
    }),
  );
