import path from 'node:path';
import { dataFolder } from '@vidlunnia/settings/places';
import { type Environment, getter, originOf, SETTINGS } from '@vidlunnia/settings';
import type { RemotePackage } from '@vidlunnia/settings/topology';
import { writeRemoteList } from './edit-remotes';
import { repositoryRoot } from '../process/repository';
import { ensureKey } from './keys';
import type { Say } from './team';

/** Name of the key in `KEYS_DIR`: shells for visitors do not accept what it signs. */
const SIGNER = { folder: 'workspaces' };

/**
 * Signs a list of remotes outside the contract and writes it into `DATA_DIR`, so that a shell on this machine shows them
 * in the zones that they request. Returns the variables that the shell needs for it. If `REMOTES_FILE` is set, writes
 * nothing: the operator's list decides, and `say` reports which remotes it lacks.
 */
export async function writeLocalRemoteList(
  remotes: readonly RemotePackage[],
  environment: Environment,
  say: Say,
): Promise<{ readonly REMOTES_FILE?: string; readonly REMOTES_PUBLIC_KEY?: string }> {
  if (remotes.length === 0) return {};
  const get = getter(environment);
  if (get(SETTINGS.remotesFile) !== undefined) {
    for (const { name } of remotes)
      say(`REMOTES_FILE decides about ${name}: npm run remotes -- add ${name} …`);
    return {};
  }
  const file = path.join(dataFolder(repositoryRoot(), environment), 'remotes.json');
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
