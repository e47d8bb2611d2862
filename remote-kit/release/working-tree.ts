import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sourceVersion } from '../build/source-version';
import { repositoryRoot } from '../environment/repository';
import { shell, type Remote } from '../environment/topology';
import type { Gate, GateOptions } from './gate/gate';
import { readBuiltRelease, type BuiltRelease } from './built-release';
import { stepsOf, type Steps } from './release-steps';
import type { Team } from './team';

/** A team's sources, of which it makes a release. */
export interface WorkingTree {
  /** What has to hold before anything is published; the last one builds. */
  readonly steps: Steps;
  /** Version of what the sources, as they are now, build. */
  version(): string;
  /** What was built last. */
  readBuilt(): Promise<BuiltRelease>;
  /** What held in a browser last, in words that `release` compares. */
  readonly held: { read(): string | null; write(trial: string): void };
  /**
   * Prepares to try what is built as a whole page. Rejects when a browser is wanted and there is none. Absent where there
   * is no shell: then the site alone tries a release, when it takes it in.
   */
  openGate?(team: Team, options: GateOptions): Promise<Gate>;
}

const heldFile = ({ directory }: Remote) => path.join(directory, 'dist/.gate/held');

/** The sources of a remote. Where the shell's are beside them, a release is tried as a page of it. */
export const workingTree = (remote: Remote): WorkingTree => ({
  steps: stepsOf(remote),
  version: () => sourceVersion(remote.directory),
  readBuilt: () => readBuiltRelease(remote),
  held: {
    read: () => (existsSync(heldFile(remote)) ? readFileSync(heldFile(remote), 'utf8') : null),
    write: (trial) => {
      mkdirSync(path.dirname(heldFile(remote)), { recursive: true });
      writeFileSync(heldFile(remote), trial);
    },
  },
  ...(existsSync(path.join(repositoryRoot, shell.folder)) && {
    // A browser's driver is for those alone who want it.
    openGate: async (...options) => (await import('./gate/open-gate')).openGate(...options),
  }),
});
