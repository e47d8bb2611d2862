import { makeOrShowKey } from '../make-or-show-key';
import { runCommand } from './run-command';

runCommand(makeOrShowKey);
