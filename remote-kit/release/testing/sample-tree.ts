import type { BuiltRelease } from '../built-release';
import type { WorkingTree } from '../working-tree';

/** Scripts of Node by the titles of the steps that they stand for; one that sets no exit code holds. */
export type Scripts = Readonly<Record<string, string>>;

/** Steps that hold. */
export const HOLDING: Scripts = { Types: '', Tests: '', Build: '' };

const step = (title: string, script: string) => ({
  title,
  args: ['-e', script],
  cwd: __dirname,
  mode: 'test',
});

/** Sources with these steps, each a program of its own, whose build is this release. */
export const sampleTree = (
  built: BuiltRelease,
  scripts: Scripts = HOLDING,
  held: WorkingTree['held'] = { read: () => null, write: () => undefined },
): WorkingTree => ({
  held,
  steps: {
    checks: Object.entries(scripts)
      .filter(([title]) => title !== 'Build')
      .map(([title, script]) => step(title, script)),
    build: step('Build', scripts['Build'] ?? ''),
  },
  version: () => built.release.version,
  readBuilt: () => Promise.resolve(built),
  openGate: () =>
    Promise.resolve({
      renderTest: () => Promise.resolve(),
      compareInBrowser: () => Promise.resolve('it looks right'),
      close: () => Promise.resolve(),
    }),
});
