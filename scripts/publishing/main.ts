import path from 'node:path';
import { failTask, say } from '@vidlunnia/remote-kit/process/task';
import { buildSite } from '../build-site';
import { checkPackage, packAll } from './pack';

/** `npm run packages`: makes all published packages in `.cache/packages`, and checks them. */
async function packages(): Promise<void> {
  await buildSite();
  for (const folder of await packAll()) {
    await checkPackage(folder);
    say(`${path.basename(folder)} is right`);
  }
}

packages().catch(failTask);
