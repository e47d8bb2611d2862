import path from 'node:path';
import type { BuiltRelease } from '../built-release';
import type { WorkingTree } from '../working-tree';

/** Scripts of Node by the titles of the steps that they stand for; one that sets no exit code passes. */
export type Scripts = Readonly<Record<string, string>>;

const step = (title: string, script = '') => ({ title, args: ['-e', script], cwd: __dirname, mode: title });

/** Sources whose build is this release. Their steps pass, except those with a script that does not. */
export const sampleTree = (
  built: BuiltRelease,
  scripts: Scripts,
  folder: string,
  isCompared = true,
): WorkingTree => ({
  heldFile: path.join(folder, '.gate/held'),
  checks: [step('Types', scripts['Types']), step('Tests', scripts['Tests'])],
  build: () => step('Build', scripts['Build']),
  version: () => built.release.version,
  readBuilt: () => Promise.resolve(built),
  openGate: () =>
    Promise.resolve({
      renderTest: () => Promise.resolve(),
      compareInBrowser: () => Promise.resolve(isCompared),
      close: () => Promise.resolve(),
    }),
});
