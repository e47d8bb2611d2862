import { failTask } from '../shared/process/say';
import { editRemotes } from '../shared/release/edit-remotes';

editRemotes(process.argv.slice(2), process.env, (line) => {
  process.stdout.write(`${line}\n`);
}).catch(failTask);
