import { failTask } from '@vidlunnia/remote-kit/process/task';
import { editRemotes } from '@vidlunnia/remote-kit/release/edit-remotes';

editRemotes(process.argv.slice(2), process.env, (line) => {
  process.stdout.write(`${line}\n`);
}).catch(failTask);
