import path from 'node:path';
import { dataFolder } from '../environment/places';
import { getter, type Environment } from '../environment/read-settings';
import { originOf, SETTINGS } from '../environment/settings';
import { zoneRemotes, type Remote } from '../environment/topology';
import { writeRemoteList } from './edit-remotes';
import { ensureKey } from './keys';
import type { Say } from './team';

/** Name of the key in `KEYS_DIR`: shells for visitors do not accept what it signs. */
const SIGNER = { folder: 'workspaces' };

/**
 * Lets a shell on this machine show the workspaces outside the contract, in the zones that they request: signs a list
 * of them in `DATA_DIR`. Returns the variables that a shell needs for it. If `REMOTES_FILE` is set, the operator's list
 * decides; `say` then reports that these workspaces are not in it automatically.
 */
export async function listWorkspaces(
  environment: Environment,
  say: Say,
  remotes: readonly Remote[] = zoneRemotes,
): Promise<{ readonly REMOTES_FILE?: string; readonly REMOTES_PUBLIC_KEY?: string }> {
  if (remotes.length === 0) return {};
  const get = getter(environment);
  if (get(SETTINGS.remotesFile) !== undefined) {
    for (const { name } of remotes)
      say(`REMOTES_FILE decides about ${name}: npm run remotes -- add ${name} …`);
    return {};
  }
  const file = path.join(dataFolder(environment), 'remotes.json');
  const { privateKey, publicKey } = await ensureKey(SIGNER, environment);
  const listed = remotes.map(async (remote) => ({
    name: remote.name,
    origin: originOf(remote, get),
    publicKeys: [(await ensureKey(remote, environment)).publicKey],
    zones: [...remote.zones],
  }));
  // A shell rejects a list with a lower serial than the last one's.
  await writeRemoteList(file, { serial: Date.now(), remotes: await Promise.all(listed) }, privateKey);
  return { REMOTES_FILE: file, REMOTES_PUBLIC_KEY: publicKey };
}
