import { messageOf } from '@vidlunnia/settings/errors';
import { failTask, say } from '@vidlunnia/remote-kit/process/task';
import { newRemote } from './workspace';

const USAGE = 'npm run new:remote -- NAME --section SECTION [--after SECTION_OF_THE_PAGE]';

try {
  const folder = newRemote(process.argv.slice(2));
  say(`${folder} is made; npm run dev and npm start show its section`);
} catch (error) {
  failTask(`${messageOf(error)}\nUsage: ${USAGE}`);
}
