import { failTask } from '../../process/say';
import { removeRemoteAgain } from './generate';

removeRemoteAgain(process.argv.slice(3)).catch(failTask);
