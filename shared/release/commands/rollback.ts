import { rollBack } from '../roll-back';
import { runCommand } from './run-command';

runCommand(rollBack);
