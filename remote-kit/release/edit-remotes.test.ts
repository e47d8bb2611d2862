import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { remotesCommand } from './edit-remotes';
import { parseRemoteList, signatureFileOf } from '@vidlunnia/releases/remote-list';
import { isSignedBy, makeKeyPair } from '@vidlunnia/releases/signature';
import { temporaryFolder } from './testing/temporary-folder';

const [FIRST, SECOND] = [makeKeyPair().publicKey, makeKeyPair().publicKey];
const ADD = ['add', 'outside', '--origin', 'https://releases.example/mfe-outside', `--key=${FIRST}`] as const;

let file = '';
let said: string[] = [];
let environment: Readonly<Record<string, string>> = {};
beforeEach(async () => {
  const folder = temporaryFolder();
  file = path.join(folder, 'site/remotes.json');
  environment = { REMOTES_FILE: file, KEYS_DIR: path.join(folder, 'keys') };
  said = [];
  await run('init');
});

const run = (...args: readonly string[]) =>
  remotesCommand(environment, (line) => void said.push(line)).run(args);
const operatorKey = () => said.join('\n').split('REMOTES_PUBLIC_KEY=')[1]?.slice(0, 43) ?? '';

/** The list, as a shell reads it. */
function signedList() {
  const bytes = readFileSync(file);
  const signature = readFileSync(signatureFileOf(file), 'utf8');
  expect(isSignedBy([operatorKey()], bytes, signature)).toBe(true);
  return parseRemoteList(bytes);
}

test('the first list is empty; a second init changes nothing', async () => {
  expect(signedList()).toEqual({ serial: 1, remotes: [] });
  const key = operatorKey();
  await run(...ADD);
  await run('init');
  expect(signedList().serial).toBe(2);
  expect(said.at(-1)).toBe(`REMOTES_PUBLIC_KEY=${key}`);
});

test('adding a remote, giving it a zone, moving it, new keys, and removal each make a list with a higher serial', async () => {
  const outside = { name: 'outside', origin: ADD[3], publicKeys: [FIRST], zones: [] as object[] };
  await run(...ADD);
  expect(signedList()).toEqual({ serial: 2, remotes: [outside] });
  await run('add', 'outside', '--zone', 'Openings', '--after', 'vacancies');
  await run('add', 'outside', '--zone', 'Openings', '--after', 'blog');
  outside.zones.push({ module: 'Openings', page: 'home', after: 'blog' });
  expect(signedList()).toEqual({ serial: 4, remotes: [outside] });
  await run('add', 'outside', `--key=${FIRST},${SECOND}`);
  expect(signedList()).toEqual({ serial: 5, remotes: [{ ...outside, publicKeys: [FIRST, SECOND] }] });
  await run('remove', 'outside');
  expect(signedList()).toEqual({ serial: 6, remotes: [] });
});

test.each([
  [['add', 'outside'], 'outside needs --origin and --key'],
  [[...ADD, '--zone', 'Openings'], '--zone and --after go together'],
  [
    [...ADD, '--zone', 'Openings', '--after', 'nowhere'],
    'remotes.0.zones.0.after is “nowhere”; it has to be “hero” or “about” or',
  ],
  [['add', 'outside', '--origin', ADD[3], '--key', 'x'], '--key has to be one or more Ed25519 public keys'],
  [['remove', 'outside'], 'The list has no “outside”'],
  [['sell'], '“sell” is not a command; there are init, show, add, remove'],
])('%j is rejected, and nothing is written', async (args, message) => {
  await expect(run(...args)).rejects.toThrow(message);
  expect(signedList().serial).toBe(1);
});

test('an older public key, which may begin with “-”, can be passed after “=”', async () => {
  const older = `-${FIRST.slice(1)}`;
  await expect(run(...ADD.slice(0, -1), '--key', older)).rejects.toThrow("use '--key=-XYZ'");
  await run(...ADD.slice(0, -1), `--key=${older}`);
  expect(signedList().remotes[0]?.publicKeys).toEqual([older]);
});

test('a list that was changed by others is not signed', async () => {
  writeFileSync(file, readFileSync(file, 'utf8').replace('1', '2'));
  await expect(run(...ADD)).rejects.toThrow(`${file} was changed after it was signed`);
});

test('without the setting, or without a list, the error says what to do', async () => {
  await expect(remotesCommand({}, () => undefined).run(['show'])).rejects.toThrow('REMOTES_FILE is not set');
  const elsewhere = { ...environment, REMOTES_FILE: `${file}.other` };
  await expect(remotesCommand(elsewhere, () => undefined).run(['show'])).rejects.toThrow(
    'npm run remotes -- init',
  );
});
