import { type Environment, getter, originOf, publicKeysOf } from '@vidlunnia/settings';
import type { Remote } from '@vidlunnia/settings/topology';
import { readKey } from './keys';
import type { ListedRemote } from '@vidlunnia/releases/remote-list';
import { makeKeyPair } from '@vidlunnia/releases/signature';

/** The shell's entry for a team of the contract whose key is configured or on this machine; otherwise `null`. */
export async function knownTeam(remote: Remote, environment: Environment): Promise<ListedRemote | null> {
  const get = getter(environment);
  const configured = publicKeysOf(remote, { get, reject: () => undefined });
  const key = configured.length > 0 ? null : await readKey(remote, environment).catch(() => null);
  const publicKeys = key ? [key.publicKey] : [...configured];
  if (publicKeys.length === 0) return null;
  return { name: remote.name, origin: originOf(remote, get), publicKeys, zones: [] };
}

/** An entry for an unknown team: a shell requires a key for each team, and finds no release. */
export const absentTeam = ({ name }: Remote): ListedRemote => ({
  name,
  // No server listens there.
  origin: 'http://127.0.0.1:1',
  publicKeys: [makeKeyPair().publicKey],
  zones: [],
});
