import { originFolder } from '../environment/places';
import { getter, type Environment } from '../environment/read-settings';
import { SETTINGS } from '../environment/settings';
import { remoteHere, type Remote } from '../environment/topology';
import { directoryTarget } from './directory-target';
import { httpStore } from './http-store';
import { storeTarget, type ReleaseTarget } from './release-target';
import { s3Store } from './s3-store';
import { siteOf, type Site } from './site';

/** A line for who runs a command. */
export type Say = (line: string) => void;

/** What a team's command works with. */
export interface Team {
  readonly remote: Remote;
  readonly environment: Environment;
  /** Where it publishes. */
  readonly target: ReleaseTarget;
  /** Where visitors get it. */
  readonly site: Site;
  readonly say: Say;
}

/** The team in whose folder npm runs its script. Throws when it is none, or when a variable has a wrong value. */
export function teamHere(environment: Environment, say: Say): Team {
  const remote = remoteHere();
  return {
    remote,
    environment,
    target: targetOf(remote, environment),
    site: siteOf(environment),
    say,
  };
}

/** Where a team publishes: its part of `RELEASE_TARGET`. Throws when a variable has a wrong value. */
export function targetOf(remote: Remote, environment: Environment, settling?: number): ReleaseTarget {
  const get = getter(environment);
  const place = get(SETTINGS.releaseTarget);
  if (place?.kind === 's3') {
    const folder = `${place.prefix}${remote.folder}`;
    return storeTarget(
      `s3://${place.bucket}/${folder}`,
      s3Store(place.bucket, folder, environment),
      settling,
    );
  }
  if (place?.kind === 'http') {
    const address = `${place.address}/${remote.folder}`;
    return storeTarget(address, httpStore(address, get(SETTINGS.releaseToken)), settling);
  }
  return directoryTarget(originFolder(remote, environment));
}
