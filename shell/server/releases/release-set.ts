import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Owner } from '@vidlunnia/content';
import type { ReleaseManifest } from '@vidlunnia/contracts/release';
import { releasePath, type Remote } from '@vidlunnia/settings/topology';
import type { Zone } from '../../src/pages/page-table';
import { moduleOf, remoteOf, type ReleaseSet, type RemoteRelease } from '../../src/remotes/release-set';
import type { ReleaseStore } from './release-store';
import { SERVER_ENTRY } from './verify';

/** A verified release of a remote, with additional fields for the shell only. */
export interface VerifiedRelease extends Pick<ReleaseManifest, 'commit' | 'provenance'> {
  readonly name: string;
  readonly release: RemoteRelease;
}

/** By the remote's name. */
export type Releases = Readonly<Record<string, VerifiedRelease>>;

/**
 * The set of these releases, their zones and the owner's details. Its id depends only on versions, places and details:
 * every replica has the same.
 */
export function releaseSetOf(releases: Releases, owner: Owner, wanted: readonly Zone[] = []): ReleaseSet {
  const remotes = remotesOf(releases);
  const zones = wanted.filter(({ id }) => remotes[remoteOf(id)]?.modules[moduleOf(id)]);
  const versions = Object.entries(remotes).map(([name, { version }]) => `${name}@${version}`);
  const places = zones.map(({ id, page, after }) => `${id}@${page}:${after}`);
  const facts = [...versions.sort(), ...places, JSON.stringify(owner)].join(' ');
  return { id: createHash('sha256').update(facts).digest('hex').slice(0, 12), remotes, zones, owner };
}

export const remotesOf = (releases: Releases): ReleaseSet['remotes'] =>
  Object.fromEntries(Object.entries(releases).map(([name, { release }]) => [name, release]));

/** The part of a release that pages and browsers need. */
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
    Object.entries(remotes).map(([name, { entry, version }]) => [
      entry,
      path.join(store.directory(name, version), SERVER_ENTRY),
    ]),
  );
