import { api, remoteList, shell } from '../environment/topology';
import { devApi } from './dev/dev-api';
import { devRemote } from './dev/dev-remote';
import { devShell } from './dev/dev-shell';
import { interruption } from '../process/interruption';
import { failTask } from '../process/say';

const interrupted = interruption();

/** `run.mjs dev FOLDER`: one package of the site at work, in its container (docker-compose.override.yml). */
async function dev(folder = ''): Promise<void> {
  if (folder === shell.folder) return devShell(interrupted);
  if (folder === api.folder) return devApi(interrupted);
  const remote = remoteList.find((candidate) => candidate.folder === folder);
  if (!remote) throw new Error(`“${folder}” is no package of the site`);
  return devRemote(remote, interrupted);
}

dev(process.argv[3]).then(
  () => process.exit(0),
  (error: unknown) => (interrupted.aborted ? process.exit(0) : failTask(error)),
);
