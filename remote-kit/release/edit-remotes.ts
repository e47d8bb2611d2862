import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
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
  const { positionals, values } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
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
  const edit = command !== undefined && Object.hasOwn(EDITS, command) ? EDITS[command] : undefined;
  if (!edit) {
    throw new Error(
      `“${command ?? ''}” is no command; there are init, show, ${Object.keys(EDITS).join(', ')}: npm run remotes -- --help`,
    );
  }
  const next = { serial: list.serial + 1, remotes: edit(list.remotes, name, values) };
  await write(next);
  say(
    `${file} has the serial ${String(next.serial)} now: ${next.remotes.map((each) => each.name).join(', ') || 'no remote'}`,
  );
}

type Edit = (remotes: readonly ListedRemote[], name: string, values: Values) => ListedRemote[];

const EDITS: Readonly<Record<string, Edit>> = {
  add: (remotes, name, { origin, key, zone, after }) => {
    const known = remotes.find((each) => each.name === name);
    const publicKeys = key === undefined ? known?.publicKeys : keysOf(key);
    const place = origin ?? known?.origin;
    if (place === undefined || !publicKeys) throw new Error(`${name} needs --origin and --key`);
    if ((zone === undefined) !== (after === undefined)) throw new Error('--zone and --after go together');
    const zones = [
      ...(known?.zones ?? []).filter(({ module }) => module !== zone),
      // What may stand here, `parseRemoteList` says.
      ...(zone === undefined ? [] : [{ module: zone, page: 'home', after } as ListedRemote['zones'][number]]),
    ];
    return [...remotes.filter((each) => each !== known), { name, origin: place, publicKeys, zones }];
  },
  rotate: (remotes, name, { key }) => {
    if (key === undefined) throw new Error(`The new public keys of ${name} have to be named by --key`);
    const known = listed(remotes, name);
    return remotes.map((each) => (each === known ? { ...each, publicKeys: keysOf(key) } : each));
  },
  remove: (remotes, name) => {
    const known = listed(remotes, name);
    return remotes.filter((each) => each !== known);
  },
};

function listed(remotes: readonly ListedRemote[], name: string): ListedRemote {
  const known = remotes.find((each) => each.name === name);
  if (known) return known;
  throw new Error(
    `The list has no “${name}”; it has ${remotes.map((each) => each.name).join(', ') || 'none'}`,
  );
}

function keysOf(text: string): string[] {
  const keys = parsePublicKeys(text);
  if (!keys) throw new Error('--key has to be one or more Ed25519 public keys, separated by commas');
  return keys;
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
