import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { repositoryRoot } from '../environment/repository';
import { failTask, say } from '../process/say';
import { pack, packGenerator } from './pack';
import { PUBLISHED } from './published';

/** `npm run packages`: makes all packages that are published, in `.cache/packages`. */
async function packages(): Promise<void> {
  const { status } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-b', 'shared'], {
    cwd: repositoryRoot,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('The types of shared are not right, for the reasons above');
  for (const pkg of PUBLISHED) say(path.relative(repositoryRoot, await pack(pkg)));
  say(path.relative(repositoryRoot, await packGenerator()));
}

packages().catch(failTask);
