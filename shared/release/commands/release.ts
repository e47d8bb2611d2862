import { release } from '../release';
import { runCommand } from './run-command';

runCommand(release);
