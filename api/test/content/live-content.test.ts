import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { OWNER } from '@vidlunnia/content';
import { publishContent, takeBack, versionsIn } from '@vidlunnia/content/versions';
import { LiveContent } from '../../src/content/live-content';
import { build } from '../support/build';
import { copyOfContent } from '../support/content-folder';

let source = '';
let folder = '';
const log = { info: jest.fn(), error: jest.fn() };

beforeEach(async () => {
  source = await copyOfContent();
  folder = await mkdtemp(join(tmpdir(), 'live-content-'));
  log.error.mockClear();
});
afterEach(() => rm(folder, { recursive: true }));

/** Publishes the content with this telephone. */
async function publish(phone: string): Promise<string> {
  const owner = { ...OWNER, contact: { ...OWNER.contact, phone } };
  await writeFile(join(source, 'owner.json'), JSON.stringify(owner));
  return publishContent(folder, { '.': source });
}
const phoneOf = ({ current }: LiveContent) => current.owner.contact.phone;

test('the version that was published last is served last; the one before comes back', async () => {
  const first = await publish('+380 1');
  const content = await LiveContent.open(folder);
  expect([content.version, phoneOf(content)]).toEqual([first, '+380 1']);
  await publish('+380 2');
  const third = await publish('+380 3');
  await content.look(log);
  expect([content.version, phoneOf(content)]).toEqual([third, '+380 3']);
  await takeBack(folder);
  await content.look(log);
  expect(phoneOf(content)).toBe('+380 2');
  // The same files have the same name, and are live again.
  expect(await publish('+380 1')).toBe(first);
  await content.look(log);
  expect(phoneOf(content)).toBe('+380 1');
  expect((await versionsIn(folder)).map(({ version }) => version).slice(0, 2)).toEqual([
    first,
    expect.any(String),
  ]);
});

test('after a mistake the old content stays, the log and the API name it once, and the next version is served', async () => {
  const first = await publish('+380 1');
  const content = await LiveContent.open(folder);
  const version = await publish('дзвоніть');
  await content.look(log);
  await content.look(log);
  expect(phoneOf(content)).toBe('+380 1');
  expect(log.error).toHaveBeenCalledTimes(1);
  const reason = expect.stringContaining('owner.json');
  const ask = await build(undefined, { content });
  expect((await ask('/api/content')).json).toMatchObject({ version: first, rejected: { version, reason } });
  await publish('+380 2');
  await content.look(log);
  const { json, headers } = await ask('/api/content');
  expect([headers.get('cache-control'), json]).toEqual([
    'no-store',
    { version: content.version, owner: content.current.owner },
  ]);
  expect(phoneOf(content)).toBe('+380 2');
});

test('a version that is not there leaves the old content, and is tried again', async () => {
  await publish('+380 1');
  const content = await LiveContent.open(folder);
  await writeFile(join(folder, 'current.json'), '{"version":"aaaaaaaaaaaa"}');
  await content.look(log);
  expect([phoneOf(content), content.rejected]).toEqual(['+380 1', undefined]);
  await publish('+380 2');
  await content.look(log);
  expect(phoneOf(content)).toBe('+380 2');
});

test('a version to which an earlier publisher’s pointer points is served, and comes back', async () => {
  const version = await publish('+380 1');
  for (const name of ['current.json', 'history.json']) await rm(join(folder, name));
  await writeFile(join(folder, 'current'), `${version}\nbbbbbbbbbbbb cccccccccccc\n`);
  const content = await LiveContent.open(folder);
  expect(content.version).toBe(version);
  await publish('+380 2');
  await takeBack(folder);
  await content.look(log);
  expect(phoneOf(content)).toBe('+380 1');
});

test('a folder without versions is served as it is; content with a mistake does not start', async () => {
  const content = await LiveContent.open(source);
  await content.look(log);
  expect([content.version, phoneOf(content)]).toEqual([null, OWNER.contact.phone]);
  await publish('дзвоніть');
  await expect(LiveContent.open(folder)).rejects.toThrow('owner.json');
});

test('ten versions are kept, and no half of one stays behind', async () => {
  for (let number = 1; number <= 12; number += 1) await publish(`+380 ${String(number)}`);
  const versions = await versionsIn(folder);
  expect(versions).toHaveLength(10);
  expect(await readdir(join(folder, '.unfinished'))).toEqual([]);
});
