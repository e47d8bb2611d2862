import { api, shell, workspaces } from '../environment/topology';
import { devApi } from './dev/dev-api';
import { devRemote } from './dev/dev-remote';
import { devShell } from './dev/dev-shell';
import { devTypes } from './dev/dev-types';
import { interruption } from '../process/interruption';
import { failTask } from '../process/say';

const interrupted = interruption();

/**
 * `dev-part.ts FOLDER [TREE]`: one package of the site at work, in its container (docker-compose.override.yml) or
 * beside others (dev-site.ts). Production builds of TREE are shown until there are others.
 */
async function devPart(folder = '', tree?: string): Promise<void> {
  if (folder === shell.folder) return devShell(interrupted, tree);
  if (folder === api.folder) return devApi(interrupted);
  if (folder === 'types') return devTypes(interrupted);
  const remote = workspaces.find((candidate) => candidate.folder === folder);
  if (!remote) throw new Error(`“${folder}” is no package of the site`);
  return devRemote(remote, interrupted, tree);
}

devPart(...process.argv.slice(2)).then(
  () => process.exit(0),
  (error: unknown) => (interrupted.aborted ? process.exit(0) : failTask(error)),
);
