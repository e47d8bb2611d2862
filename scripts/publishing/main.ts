import path from 'node:path';
import { say } from '@vidlunnia/remote-kit/process/task';
import { buildSite } from '../build/build-site';
import { checkPackage, packAll } from './pack';

/** `npm run packages`: makes all published packages in `.cache/packages`, and checks them. */
export async function makePackages(): Promise<void> {
  await buildSite();
  for (const folder of await packAll()) {
    await checkPackage(folder);
    say(`${path.basename(folder)} is right`);
  }
}
