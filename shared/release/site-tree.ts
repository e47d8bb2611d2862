import { sourceVersion } from '../build/source-version';
import type { Remote } from '../environment/topology';
import { readBuiltRelease } from './built-release';
import { stepsOf } from './release-steps';
import type { WorkingTree } from './working-tree';

/** The site's repository, of which one folder is the remote. */
export const siteTree = (remote: Remote): WorkingTree => ({
  steps: stepsOf(remote),
  version: () => sourceVersion(remote.folder, 'production'),
  readBuilt: () => readBuiltRelease(remote),
  // A browser's driver is for those alone who want it.
  openGate: async (...options) => (await import('./gate/open-gate')).openGate(...options),
});
