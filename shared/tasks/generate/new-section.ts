import { failTask } from '../../process/say';
import { newSection } from './generate';

newSection(process.argv.slice(3)).catch(failTask);
