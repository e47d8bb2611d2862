import { interruption } from '../process/interruption';
import { failTask } from '../process/say';
import { buildSite } from '../tasks/build-site';
import { packAll } from './pack-all';
import { proveOutside } from './trial/outside';

/** `npm run test:outside`: a team with a repository of its own, with real parts. */
async function testOutside(): Promise<void> {
  const signal = interruption();
  await buildSite(signal);
  await proveOutside(await packAll(), signal);
}

testOutside().then(() => process.exit(0), failTask);
