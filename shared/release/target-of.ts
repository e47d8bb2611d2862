import { originFolder } from '../environment/places';
import { getter, type Environment } from '../environment/read-settings';
import { SETTINGS } from '../environment/settings';
import type { Remote } from '../environment/topology';
import { directoryTarget } from './directory-target';
import { httpStore } from './http-store';
import type { ReleaseTarget } from './release-target';
import { s3Store } from './s3-store';
import type { StoreLockOptions } from './store-lock';
import { storeTarget } from './store-target';

/** Where a team publishes: its part of `RELEASE_TARGET`. Throws when a variable has a wrong value. */
export function targetOf(
  remote: Remote,
  environment: Environment,
  options: StoreLockOptions = {},
): ReleaseTarget {
  const get = getter(environment);
  const place = get(SETTINGS.releaseTarget);
  if (place?.kind === 's3') {
    const prefix = `${place.prefix}${remote.folder}/`;
    return storeTarget(`s3://${place.bucket}/${prefix}`, s3Store(place.bucket, prefix), options);
  }
  if (place?.kind === 'http') {
    const address = `${place.address}/${remote.folder}`;
    return storeTarget(address, httpStore(address, { token: get(SETTINGS.releaseToken) }), options);
  }
  return directoryTarget(originFolder(remote, environment), options);
}
