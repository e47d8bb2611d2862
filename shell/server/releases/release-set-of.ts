import { createHash } from 'node:crypto';
import { remoteList } from '@vidlunnia/shared/topology';
import type { ReleaseSet } from '../../src/remotes/release-set';

/** The set of these releases. Its id follows from their versions alone, so that every replica has the same. */
export function releaseSet(remotes: ReleaseSet['remotes']): ReleaseSet {
  const versions = remoteList.map(({ name }) => `${name}@${remotes[name]?.version ?? 'none'}`).join(' ');
  return { id: createHash('sha256').update(versions).digest('hex').slice(0, 12), remotes };
}
