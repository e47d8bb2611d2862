import { publishBuilt } from '../publish-built';
import { runCommand } from './run-command';

runCommand(publishBuilt);
