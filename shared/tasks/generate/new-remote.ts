import { failTask } from '../../process/say';
import { newRemote } from './generate';

newRemote(process.argv.slice(3)).catch(failTask);
