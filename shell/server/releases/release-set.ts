import { createHash } from 'node:crypto';
import type { Owner } from '@vidlunnia/content';
import type { ReleaseManifest } from '@vidlunnia/contracts/release';
import { releasePath, type Remote } from '@vidlunnia/settings/topology';
import type { Zone } from '../../src/pages/pages';
import { moduleOf, remoteOf, type ReleaseSet, type RemoteRelease } from '../../src/remotes/release-set';

/** A team in the shell's configuration. */
export interface Team {
  readonly remote: Remote;
  /** Where its releases are, without a trailing slash. */
  readonly origin: string;
  /** Each of its releases has to be signed with one of these keys. */
  readonly publicKeys: readonly string[];
}

/** By the remote's name. */
export type Teams = Readonly<Record<string, Team>>;

/** The configured teams, the zones that extend the page table, and the owner's details. */
export interface Configured {
  readonly teams: Teams;
  readonly zones: readonly Zone[];
  readonly owner: Owner;
}

/** A verified release of a remote, with additional fields for the shell only. */
export interface VerifiedRelease extends Pick<ReleaseManifest, 'commit' | 'provenance'> {
  readonly name: string;
  readonly release: RemoteRelease;
}

/** By the remote's name. */
export type Releases = Readonly<Record<string, VerifiedRelease>>;

/** A release set that visitors get, with its fallbacks. */
export interface SetInUse {
  readonly releaseSet: ReleaseSet;
  readonly releases: Releases;
  /** For each remote, the release that browsers fall back to. */
  readonly previous: Releases;
}

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

/** The part of a verified manifest that pages and browsers need. */
export function verifiedRelease(remote: Remote, manifest: ReleaseManifest): VerifiedRelease {
  const { version, container, entry, modules, files, commit, provenance } = manifest;
  const base = releasePath(remote, version);
  const checked = new Set([entry, ...Object.values(modules).flatMap(({ js, css }) => [...js, ...css])]);
  const integrity = Object.fromEntries(
    [...checked].map((file) => [file, `sha384-${files[file]?.sha384 ?? ''}`]),
  );
  return {
    ...{ name: remote.name, commit, ...(provenance && { provenance }) },
    release: { version, container, base, entry: `${base}${entry}`, modules, integrity },
  };
}
