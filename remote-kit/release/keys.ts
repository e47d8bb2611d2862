import { randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Environment } from '@vidlunnia/settings';
import { keysFolder, makeFolderOf, repositoryRoot, codeOf } from '@vidlunnia/settings/machine';
import type { Remote } from '@vidlunnia/settings/topology';
import { makeKeyPair, publicKeyOf } from '@vidlunnia/releases/signature';
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
  const makesOne = `npm run keys${process.cwd() === repositoryRoot() ? '' : ` -w ${remote.folder}`}`;
  const privateKey = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Error(`The key ${file} cannot be read; ${makesOne} makes one, KEYS_DIR names another folder`, {
      cause,
    });
  });
  try {
    return { file, privateKey, publicKey: publicKeyOf(privateKey) };
  } catch (cause) {
    throw new Error(`${file} is not an Ed25519 key in PEM`, { cause });
  }
}

/** Makes a team's key if there is none; never replaces one. Returns whether it made one. */
export async function ensureKey(
  remote: Owner,
  environment: Environment,
): Promise<Key & { readonly made: boolean }> {
  const file = keyFile(remote, environment);
  const folder = path.dirname(file);
  await makeFolderOf('KEYS_DIR', folder, 0o700);
  const draft = path.join(folder, `.${randomUUID()}`);
  await writeFile(draft, makeKeyPair().privateKey, { mode: 0o600, flush: true });
  let made = true;
  try {
    // A link fails if the file exists: of two concurrent processes one makes the key, and both use it.
    await link(draft, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    made = false;
  } finally {
    await rm(draft);
  }
  return { ...(await readKey(remote, environment)), made };
}

/** `npm run keys`: makes the team's key, or shows the existing one, with the line for the shell's configuration. */
export async function makeOrShowKey({ remote, environment, say }: Team): Promise<void> {
  const { file, publicKey, made } = await ensureKey(remote, environment);
  say(
    made
      ? `The private key of ${remote.folder} is made: ${file}. Keep it to your team`
      : `The private key of ${remote.folder} is there already: ${file}. Nothing was changed`,
  );
  say('The shell ingests what it signs with this line in its configuration:');
  say(`${remote.publicKeyVariable}=${publicKey}`);
}
