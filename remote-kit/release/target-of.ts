import { originFolder } from '../environment/places';
import { getter, type Environment } from '../environment/read-settings';
import { SETTINGS } from '../environment/settings';
import type { Remote } from '../environment/topology';
import { directoryTarget } from './directory-target';
import { httpStore } from './http-store';
import { storeTarget, type ReleaseTarget } from './release-target';
import { s3Store } from './s3-store';

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
