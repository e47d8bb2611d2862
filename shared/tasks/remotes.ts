import { failTask } from '../process/say';
import { editRemotes } from '../release/edit-remotes';

editRemotes(process.argv.slice(3), process.env, (line) => {
  process.stdout.write(`${line}\n`);
}).catch(failTask);
