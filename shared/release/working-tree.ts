import { sourceVersion } from '../build/source-version';
import type { Remote } from '../environment/topology';
import type { Gate, GateOptions } from './gate/gate';
import { readBuiltRelease, type BuiltRelease } from './built-release';
import { stepsOf, type Steps } from './release-steps';
import type { Team } from './team';

/** A team's sources, of which it makes a release. */
export interface WorkingTree {
  /** What has to hold before anything is published; the last one builds. */
  readonly steps: Steps;
  /** Version of what the sources, as they are now, build. */
  version(): Promise<string>;
  /** What was built last. */
  readBuilt(): Promise<BuiltRelease>;
  /** Prepares to try what is built as a whole page. Rejects when a browser is wanted and there is none. */
  openGate(team: Team, options: GateOptions): Promise<Gate>;
}

/** This repository's sources of one remote. */
export const workingTree = (remote: Remote): WorkingTree => ({
  steps: stepsOf(remote),
  version: () => sourceVersion(remote.folder, 'production'),
  readBuilt: () => readBuiltRelease(remote),
  // A browser's driver is for those alone who want it.
  openGate: async (team, options) => (await import('./gate/open-gate')).openGate(team, options),
});
