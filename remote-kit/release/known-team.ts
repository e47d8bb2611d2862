import { getter, type Environment } from '../environment/read-settings';
import { originOf, publicKeysOf } from '../environment/settings';
import type { Remote } from '../environment/topology';
import { readKey } from './keys';
import type { ListedRemote } from './remote-list';
import { makeKeyPair } from './signature';

/** The shell's entry for a team whose key is configured or on this machine; otherwise `null`. */
export async function knownTeam(remote: Remote, environment: Environment): Promise<ListedRemote | null> {
  const get = getter(environment);
  const configured = publicKeysOf(remote, { get, reject: () => undefined });
  const key = configured.length > 0 ? null : await readKey(remote, environment).catch(() => null);
  const publicKeys = key ? [key.publicKey] : [...configured];
  if (publicKeys.length === 0) return null;
  return { name: remote.name, origin: originOf(remote, get), publicKeys, zones: [...remote.zones] };
}

/** An entry for an unknown team: a shell requires a key for each team, and finds no release. */
export const absentTeam = ({ name }: Remote): ListedRemote => ({
  name,
  // No server listens there.
  origin: 'http://127.0.0.1:1',
  publicKeys: [makeKeyPair().publicKey],
  zones: [],
});
