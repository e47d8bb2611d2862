import path from 'node:path';
import { repositoryRoot } from '../environment/repository';
import { failTask, say } from '../process/say';
import { checkPackage } from './check-package';
import { packAll } from './pack-all';

/** `npm run packages`: makes all packages that are published, in `.cache/packages`, and checks them. */
async function packages(): Promise<void> {
  for (const folder of await packAll()) {
    await checkPackage(folder);
    say(`${path.relative(repositoryRoot, folder)} is right`);
  }
}

packages().catch(failTask);
