import { api, remoteList, shell } from '../build/topology';
import { devRemote } from './dev/dev-remote';
import { devServer } from './dev/dev-server';
import { interruption } from './interruption';
import { failTask } from './say';

const interrupted = interruption();

/** `run.mjs dev FOLDER`: one part of the site at work, in its container (docker-compose.override.yml). */
async function dev(folder = ''): Promise<void> {
  const remote = remoteList.find((candidate) => candidate.folder === folder);
  if (remote) return devRemote(remote, interrupted);
  const part = [api, shell].find((candidate) => candidate.folder === folder);
  if (!part) throw new Error(`“${folder}” is no part of the site`);
  return devServer(part, interrupted);
}

dev(process.argv[3]).then(
  () => process.exit(0),
  (error: unknown) => (interrupted.aborted ? process.exit(0) : failTask(error)),
);
