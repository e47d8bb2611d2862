import { failTask } from '../../process/say';
import { sayRemotes } from './generate';

sayRemotes().catch(failTask);
