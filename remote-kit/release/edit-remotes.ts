import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readArguments } from '../process/arguments';
import { getter, type Environment } from '../environment/read-settings';
import { parsePublicKeys, SETTINGS } from '../environment/settings';
import { ensureKey, readKey } from './keys';
import {
  formatRemoteList,
  parseRemoteList,
  signatureFileOf,
  type ListedRemote,
  type RemoteList,
} from './remote-list';
import { isSignedBy, signManifest } from './signature';
import type { Say } from './team';

/** Name of the operator's key in `KEYS_DIR`. */
const OPERATOR = { folder: 'operator' };
const INIT = 'npm run remotes -- init';

const OPTIONS = {
  origin: { type: 'string' },
  key: { type: 'string' },
  zone: { type: 'string' },
  after: { type: 'string' },
} as const;

type Values = Readonly<Partial<Record<keyof typeof OPTIONS, string>>>;

/** `npm run remotes`: edits the operator's list of remotes, raises its serial and signs it. */
export async function editRemotes(
  args: readonly string[],
  environment: Environment,
  say: Say,
): Promise<void> {
  const { positionals, values } = readArguments(args, OPTIONS);
  const [command, name = ''] = positionals;
  const setting = getter(environment)(SETTINGS.remotesFile);
  if (setting === undefined)
    throw new Error('REMOTES_FILE is not set: it names the list that the shell follows');
  const file = path.resolve(setting);
  const write = async (list: RemoteList) =>
    writeRemoteList(file, list, (await readKey(OPERATOR, environment, INIT)).privateKey);
  if (command === 'init') {
    const { publicKey, file: keyFile } = await ensureKey(OPERATOR, environment);
    if (!existsSync(file)) await write({ serial: 1, remotes: [] });
    say(
      `The operator’s private key is ${keyFile}. The shell follows ${file} with this line in its configuration:`,
    );
    say(`REMOTES_PUBLIC_KEY=${publicKey}`);
    return;
  }
  const list = await read(file, environment);
  if (command === 'show') {
    say(formatRemoteList(list).toString('utf8').trimEnd());
    return;
  }
  if (command !== 'add' && command !== 'remove')
    throw new Error(`“${command ?? ''}” is no command; there are init, show, add, remove`);
  const known = list.remotes.find((each) => each.name === name);
  if (command === 'remove' && !known) throw new Error(`The list has no “${name}”`);
  const next = command === 'add' ? [changed(name, known, values)] : [];
  const remotes = known
    ? list.remotes.flatMap((each) => (each === known ? next : [each]))
    : [...list.remotes, ...next];
  const serial = list.serial + 1;
  await write({ serial, remotes });
  say(
    `${file} has the serial ${String(serial)} now: ${remotes.map((each) => each.name).join(', ') || 'no remote'}`,
  );
}

/** A remote with the values that were given; the others stay as they are known. */
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

/** What somebody else has changed is not signed by this command. */
async function read(file: string, environment: Environment): Promise<RemoteList> {
  const { publicKey } = await readKey(OPERATOR, environment, INIT);
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
 * Signs a list and writes it. It is whole at any moment; until its signature is there too, a shell goes on with the one
 * before.
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
