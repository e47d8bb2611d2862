import type { BuiltRelease } from '../built-release';
import type { WorkingTree } from '../working-tree';

/** Node scripts by the titles of the steps that they replace; one without an exit code passes. */
export type Scripts = Readonly<Record<string, string>>;

const step = (title: string, script = '') => ({ title, args: ['-e', script], cwd: __dirname, mode: title });

/** Sources whose build is this release. Steps pass unless they have a script that fails. */
export const sampleTree = (built: BuiltRelease, scripts: Scripts, isCompared = true): WorkingTree => ({
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
