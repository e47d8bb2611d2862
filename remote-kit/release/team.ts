import { originFolder } from '@vidlunnia/settings/places';
import { type Environment, getter, SETTINGS } from '@vidlunnia/settings';
import { readRemote, type Remote, type RemotePackage } from '@vidlunnia/settings/topology';
import { repositoryRoot } from '../process/repository';
import { directoryTarget } from './directory-target';
import { httpTarget } from './http-target';
import type { ReleaseTarget } from './release-target';
import { s3Target } from './s3-target';
import { siteOf, type Site } from './site';

/** Prints a line for the user of a command. */
export type Say = (line: string) => void;

/** The context of a team's command. */
export interface Team {
  readonly remote: RemotePackage;
  readonly environment: Environment;
  /** Where releases are published. */
  readonly target: ReleaseTarget;
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

/**
 * Where a team publishes: its part of `RELEASE_TARGET`. `settling` is in milliseconds, for servers without conditions.
 * Throws when a variable is invalid.
 */
export function targetOf(
  remote: Pick<Remote, 'folder'>,
  environment: Environment,
  settling?: number,
): ReleaseTarget {
  const get = getter(environment);
  const place = get(SETTINGS.releaseTarget);
  const times = settling === undefined ? {} : { settling };
  if (place?.kind === 's3')
    return s3Target(place.bucket, `${place.prefix}${remote.folder}`, environment, times);
  if (place?.kind === 'http')
    return httpTarget(`${place.address}/${remote.folder}`, get(SETTINGS.releaseToken), times);
  return directoryTarget(originFolder(repositoryRoot(), remote, environment));
}
