import { failTask } from '../../process/say';
import { syncRemotes } from './generate';

syncRemotes().catch(failTask);
