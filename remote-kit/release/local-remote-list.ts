import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { formatRemoteList } from '@vidlunnia/releases/remote-list';
import { dataFolder } from '@vidlunnia/settings/machine';
import { type Environment, getter, originOf, SETTINGS } from '@vidlunnia/settings';
import type { RemotePackage } from '@vidlunnia/settings/topology';
import { ensureKey } from './keys';
import type { Say } from './team';

/**
 * Writes a list of remotes outside the contract into `DATA_DIR`, so that a shell on this machine shows them in the zones
 * that they request. Returns the variable that the shell needs for it. If `REMOTES_FILE` is set, writes nothing: the
 * operator's list decides, and `say` reports which remotes it may lack.
 */
export async function writeLocalRemoteList(
  remotes: readonly RemotePackage[],
  environment: Environment,
  say: Say,
): Promise<{ readonly REMOTES_FILE?: string }> {
  if (remotes.length === 0) return {};
  const get = getter(environment);
  const operatorsFile = get(SETTINGS.remotesFile);
  if (operatorsFile !== undefined) {
    for (const { name } of remotes) say(`${operatorsFile} (REMOTES_FILE) decides about ${name}`);
    return {};
  }
  const file = path.join(dataFolder(environment), 'remotes.json');
  const listed = remotes.map(async (remote) => ({
    name: remote.name,
    origin: originOf(remote, get),
    publicKeys: [(await ensureKey(remote, environment)).publicKey],
    zones: [...remote.zones],
  }));
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, formatRemoteList({ remotes: await Promise.all(listed) }));
  return { REMOTES_FILE: file };
}
