import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { formatRemoteList, type ListedRemote } from '@vidlunnia/releases/remote-list';
import { makeKeyPair, publicKeyOf } from '@vidlunnia/releases/signature';
import { type Environment, getter, originOf, publicKeysOf, SETTINGS } from '@vidlunnia/settings';
import { codeOf, dataFolder, keysFolder, makeFolderOf, repositoryRoot } from '@vidlunnia/settings/machine';
import type { Remote, RemotePackage } from '@vidlunnia/settings/topology';
import type { Say } from '../process/task';
import type { Team } from './team';

export interface Key {
  readonly file: string;
  /** PKCS #8 in PEM. */
  readonly privateKey: string;
  readonly publicKey: string;
}

/** The owner of a key, whose folder names its file. */
type Owner = Pick<Remote, 'folder'>;

const keyFile = ({ folder }: Owner, environment: Environment) =>
  path.join(keysFolder(environment), `${folder}.key`);

/** A team's key. If there is none, rejects with the command that makes one. */
export async function readKey(remote: Owner, environment: Environment): Promise<Key> {
  const file = keyFile(remote, environment);
  const command = `npm run keys${process.cwd() === repositoryRoot() ? '' : ` -w ${remote.folder}`}`;
  const privateKey = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Error(`The key ${file} cannot be read; ${command} makes one, KEYS_DIR names another folder`, {
      cause,
    });
  });
  try {
    return { file, privateKey, publicKey: publicKeyOf(privateKey) };
  } catch (cause) {
    throw new Error(`${file} is not an Ed25519 key in PEM`, { cause });
  }
}

/** A team's key. Makes one if there is none; never replaces one. `made` says whether it is new. */
export async function ensureKey(
  remote: Owner,
  environment: Environment,
): Promise<Key & { readonly made: boolean }> {
  const file = keyFile(remote, environment);
  const folder = path.dirname(file);
  await makeFolderOf('KEYS_DIR', folder, 0o700);
  const draft = path.join(folder, `.${randomUUID()}`);
  let made = true;
  try {
    await writeFile(draft, makeKeyPair().privateKey, { mode: 0o600, flush: true });
    // A link fails if the file exists: of two concurrent processes one makes the key, and both use it.
    await link(draft, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    made = false;
  } finally {
    await rm(draft, { force: true });
  }
  return { ...(await readKey(remote, environment)), made };
}

/** `npm run keys`: makes the team's key, or shows the existing one, with the line for the shell's configuration. */
export async function makeOrShowKey({ remote, environment, say }: Team): Promise<void> {
  const { file, publicKey, made } = await ensureKey(remote, environment);
  say(
    made
      ? `Made the private key of ${remote.folder}: ${file}. Keep it to your team`
      : `The private key of ${remote.folder} exists: ${file}. Nothing was changed`,
  );
  say('With this line in its configuration, the host accepts releases signed with the key:');
  say(`${remote.publicKeyVariable}=${publicKey}`);
}

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
