import { listReleases } from '../list-releases';
import { runCommand } from './run-command';

runCommand(listReleases);
