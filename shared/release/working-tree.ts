import { sourceVersion } from '../build/source-version';
import type { Remote } from '../environment/topology';
import { readBuiltRelease, type BuiltRelease } from './built-release';
import { stepsOf, type Step } from './release-steps';

/** A team's sources, of which it makes a release. */
export interface WorkingTree {
  /** What has to hold before anything is published; the last one builds. */
  readonly steps: readonly Step[];
  /** Version of what the sources, as they are now, build. */
  version(): Promise<string>;
  /** What was built last. */
  readBuilt(): Promise<BuiltRelease>;
}

/** This repository's sources of one remote. */
export const workingTree = (remote: Remote): WorkingTree => ({
  steps: stepsOf(remote),
  version: () => sourceVersion(remote.folder, 'production'),
  readBuilt: () => readBuiltRelease(remote),
});
