import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { command, type Command } from '@vidlunnia/settings/commands';
import { type Environment, getter, parsePublicKeys, SETTINGS } from '@vidlunnia/settings';
import { ensureKey, readKey } from './keys';
import {
  formatRemoteList,
  parseRemoteList,
  signatureFileOf,
  type ListedRemote,
  type RemoteList,
} from '@vidlunnia/releases/remote-list';
import { isSignedBy, signManifest } from '@vidlunnia/releases/signature';
import type { Say } from './team';

/** Name of the operator's key in `KEYS_DIR`. */
const OPERATOR = { folder: 'operator' };
const INIT = 'npm run remotes -- init';

const OPTIONS = {
  origin: { type: 'string', value: 'URL' },
  key: { type: 'string', value: 'KEY[,KEY]' },
  zone: { type: 'string', value: 'MODULE' },
  after: { type: 'string', value: 'SECTION' },
} as const;

type Values = Readonly<Partial<Record<keyof typeof OPTIONS, string>>>;

/** `npm run remotes`: edits the operator's list of remotes, raises its serial and signs it. */
export const remotesCommand = (environment: Environment, say: Say): Command =>
  command({
    does: 'Makes (init), prints (show) or changes (add, remove) the operator’s list of remotes, the file that REMOTES_FILE names.',
    words: ['init | show | add | remove', '[NAME]'],
    options: OPTIONS,
    run: (values, words) => editRemotes(words, values, environment, say),
  });

async function editRemotes(
  [command, name = '']: readonly string[],
  values: Values,
  environment: Environment,
  say: Say,
): Promise<void> {
  const setting = getter(environment)(SETTINGS.remotesFile);
  if (setting === undefined)
    throw new Error('REMOTES_FILE is not set: it names the list that the shell follows');
  const file = path.resolve(setting);
  if (command === 'init') {
    const { privateKey, publicKey, file: keyFile } = await ensureKey(OPERATOR, environment);
    if (!existsSync(file)) await writeRemoteList(file, { serial: 1, remotes: [] }, privateKey);
    say(
      `The operator’s private key is ${keyFile}. The shell follows ${file} with this line in its settings:`,
    );
    say(`REMOTES_PUBLIC_KEY=${publicKey}`);
    return;
  }
  const { privateKey, publicKey } = await readKey(OPERATOR, environment, INIT);
  const { serial, remotes } = await readSigned(file, publicKey);
  if (command === 'show') {
    say(formatRemoteList({ serial, remotes }).toString('utf8').trimEnd());
    return;
  }
  if (command !== 'add' && command !== 'remove')
    throw new Error(`“${command ?? ''}” is not a command; there are init, show, add, remove`);
  const known = remotes.findIndex((each) => each.name === name);
  if (command === 'remove' && known < 0) throw new Error(`The list has no “${name}”`);
  const next = command === 'add' ? [changed(name, remotes[known], values)] : [];
  const changedRemotes = remotes.toSpliced(known < 0 ? remotes.length : known, 1, ...next);
  await writeRemoteList(file, { serial: serial + 1, remotes: changedRemotes }, privateKey);
  const names = changedRemotes.map((each) => each.name).join(', ');
  say(`${file} has the serial ${String(serial + 1)} now: ${names || 'no remote'}`);
}

/** A remote with the given values; others keep their known values. */
function changed(
  name: string,
  known: ListedRemote | undefined,
  { origin = known?.origin, key, zone, after }: Values,
): ListedRemote {
  const publicKeys = key === undefined ? known?.publicKeys : parsePublicKeys(key);
  if (key !== undefined && !publicKeys)
    throw new Error('--key has to be one or more Ed25519 public keys, separated by commas');
  if (origin === undefined || !publicKeys) throw new Error(`${name} needs --origin and --key`);
  if ((zone === undefined) !== (after === undefined)) throw new Error('--zone and --after go together');
  // `parseRemoteList` checks the place.
  const place = { module: zone, page: 'home', after } as ListedRemote['zones'][number];
  const others = (known?.zones ?? []).filter(({ module }) => module !== zone);
  return {
    name,
    origin,
    publicKeys: [...publicKeys],
    zones: zone === undefined ? others : [...others, place],
  };
}

/** Reads the list if this key signed it: a command must not sign a change that others made. */
async function readSigned(file: string, publicKey: string): Promise<RemoteList> {
  const [bytes, signature] = await Promise.all([
    readFile(file),
    readFile(signatureFileOf(file), 'utf8'),
  ]).catch((cause: unknown) => {
    throw new Error(`${file} or its signature cannot be read; ${INIT} makes them`, { cause });
  });
  if (!isSignedBy([publicKey], bytes, signature)) {
    throw new Error(`${file} was changed after it was signed; put back what was signed last`);
  }
  return parseRemoteList(bytes, file);
}

/**
 * Signs a list and writes it. The file is complete at any moment; until the new signature is written too, a shell keeps
 * the previous list.
 */
export async function writeRemoteList(file: string, list: RemoteList, privateKey: string): Promise<void> {
  const bytes = formatRemoteList(list);
  parseRemoteList(bytes, file);
  await mkdir(path.dirname(file), { recursive: true });
  await replace(file, bytes);
  await replace(signatureFileOf(file), Buffer.from(signManifest(bytes, privateKey)));
}

async function replace(file: string, bytes: Buffer): Promise<void> {
  await writeFile(`${file}.next`, bytes, { flush: true });
  await rename(`${file}.next`, file);
}
