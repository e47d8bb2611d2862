import path from 'node:path';
import { sourceVersion } from '../build/source-version';
import { repositoryRoot } from '../environment/repository';
import type { Remote } from '../environment/topology';
import { readBuiltRelease } from '../release/built-release';
import { buildStep, type Steps } from '../release/release-steps';
import type { WorkingTree } from '../release/working-tree';

/** The sources of a remote in a repository of its own. */
export const ownTree = (remote: Remote): WorkingTree => ({
  steps: stepsOf(remote),
  version: () => sourceVersion(remote.folder, 'production'),
  readBuilt: () => readBuiltRelease(remote),
});

const stepsOf = ({ folder }: Remote): Steps => ({
  checks: [
    {
      title: 'Types',
      args: [require.resolve('typescript/bin/tsc'), '--noEmit', '--pretty', 'false'],
      cwd: repositoryRoot,
      mode: 'development',
    },
    {
      title: 'Tests',
      args: [require.resolve('jest/bin/jest')],
      cwd: repositoryRoot,
      mode: 'test',
    },
  ],
  build: buildStep(folder, [path.join(__dirname, 'cli.js'), 'build']),
});
