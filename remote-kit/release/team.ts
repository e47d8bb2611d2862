import { folderStore } from '@vidlunnia/releases/folder-store';
import type { ObjectStore } from '@vidlunnia/releases/versioned-store';
import { originFolder } from '@vidlunnia/settings/places';
import { type Environment, getter, SETTINGS } from '@vidlunnia/settings';
import { readRemote, type Remote, type RemotePackage } from '@vidlunnia/settings/topology';
import { repositoryRoot } from '../process/repository';
import { s3Target } from './s3-target';
import { siteOf, type Site } from './site';

/** Prints a line for the user of a command. */
export type Say = (line: string) => void;

/** The context of a team's command. */
export interface Team {
  readonly remote: RemotePackage;
  readonly environment: Environment;
  /** Where releases are published. */
  readonly target: ObjectStore;
  /** Where visitors see them. */
  readonly site: Site;
  readonly say: Say;
}

/** The team in whose folder npm runs its script. Throws when the folder has none, or when a variable is invalid. */
export function teamHere(environment: Environment, say: Say): Team {
  const remote = readRemote(process.cwd());
  return {
    remote,
    environment,
    target: targetOf(remote, environment),
    site: siteOf(environment),
    say,
  };
}

/** Where a team publishes: its part of `RELEASE_TARGET`. Throws when a variable is invalid. */
export function targetOf(remote: Pick<Remote, 'folder'>, environment: Environment): ObjectStore {
  const place = getter(environment)(SETTINGS.releaseTarget);
  return place?.kind === 's3'
    ? s3Target(place.bucket, `${place.prefix}${remote.folder}`, environment)
    : folderTarget(remote, environment);
}

/** The folder that a team's origin on this machine serves. */
export const folderTarget = (remote: Pick<Remote, 'folder'>, environment: Environment): ObjectStore =>
  folderStore(originFolder(repositoryRoot(), remote, environment));
