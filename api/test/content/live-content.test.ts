import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { OWNER } from '@vidlunnia/content';
import { publishContent, publishDraft, takeBack, versionsIn } from '@vidlunnia/content/versions';
import { CONTENT_HEADER } from '@vidlunnia/operating';
import { makeKeyPair } from '@vidlunnia/releases/signature';
import { openContent, type LiveContent } from '../../src/content/live-content';
import { build, type Ask } from '../support/build';
import { temporaryFolder } from '@vidlunnia/settings/testing';
import { copyOfContent, edit } from '../support/content-folder';

let source = '';
let folder = '';
const log = { info: jest.fn(), error: jest.fn() };

beforeEach(async () => {
  source = await copyOfContent();
  folder = temporaryFolder();
  log.error.mockClear();
});

/** Publishes the content with this telephone. */
async function publish(phone: string): Promise<string> {
  const owner = { ...OWNER, contact: { ...OWNER.contact, phone } };
  await writeFile(join(source, 'owner.json'), JSON.stringify(owner));
  return publishContent(folder, { '.': source });
}
/** Looks for new content. Resolves to the telephone that is then served. */
async function phoneOf(content: LiveContent): Promise<string> {
  await content.look(log);
  return content.current.owner.contact.phone;
}

test('the version that was published last is served last; the one before comes back', async () => {
  const first = await publish('+380 1');
  const content = await openContent(folder);
  expect([await phoneOf(content), content.version]).toEqual(['+380 1', first]);
  await publish('+380 2');
  const third = await publish('+380 3');
  expect([await phoneOf(content), content.version]).toEqual(['+380 3', third]);
  await takeBack(folder);
  expect(await phoneOf(content)).toBe('+380 2');
  // The same files have the same name, and are live again.
  expect([await publish('+380 1'), await phoneOf(content)]).toEqual([first, '+380 1']);
});

test('after a mistake the old content stays, the log and the API name it once, and the next version is served', async () => {
  const first = await publish('+380 1');
  const content = await openContent(folder);
  const version = await publish('дзвоніть');
  expect([await phoneOf(content), await phoneOf(content)]).toEqual(['+380 1', '+380 1']);
  expect(log.error).toHaveBeenCalledTimes(1);
  const reason = expect.stringContaining('owner.json');
  const ask = await build(undefined, { content });
  expect((await ask('/api/content')).json).toMatchObject({ version: first, rejected: { version, reason } });
  const next = await publish('+380 2');
  expect(await phoneOf(content)).toBe('+380 2');
  const { json, headers } = await ask('/api/content');
  expect(json).toEqual({ version: next, owner: content.current.owner });
  expect(headers.get('cache-control')).toBe('no-store');
});

test('a version that cannot be read is retried after a pause, which doubles up to a minute', async () => {
  const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
  await publish('+380 1');
  const content = await openContent(folder);
  const version = await publish('+380 2');
  await rename(join(folder, version), join(folder, 'away'));
  await content.look(log);
  expect(content.rejected).toBeUndefined();
  let now = 0;
  for (const pauseMs of [500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]) {
    // It would be served if it were read too early.
    await rename(join(folder, 'away'), join(folder, version));
    clock.mockReturnValue((now += pauseMs) - 1);
    expect(await phoneOf(content)).toBe('+380 1');
    await rename(join(folder, version), join(folder, 'away'));
    clock.mockReturnValue(now);
    await content.look(log);
  }
  await rename(join(folder, 'away'), join(folder, version));
  clock.mockReturnValue(now + 60_000);
  expect(await phoneOf(content)).toBe('+380 2');
  expect(log.error).toHaveBeenCalledTimes(1);
  clock.mockRestore();
});

test('a folder without versions is served as it is; content with a mistake does not start', async () => {
  const content = await openContent(source);
  expect([await phoneOf(content), content.version]).toEqual([OWNER.contact.phone, null]);
  await publish('дзвоніть');
  await expect(openContent(folder)).rejects.toThrow('owner.json');
});

/** How a file of the folder may be damaged. */
const DAMAGES: Readonly<Record<string, (file: string) => Promise<unknown>>> = {
  'is cut off': async (file) => writeFile(file, (await readFile(file)).subarray(0, 9)),
  'is missing': (file) => rm(file),
  'cannot be read': async (file) => {
    await rm(file);
    await mkdir(file);
  },
};

test.each(
  [
    // The file, and the telephone that an API serves that starts while the file is damaged.
    ['current.json', '+380 2'],
    ['history.json', '+380 2'],
    ['facts.json', '+380 2'],
    ['VERSION/release.json', '+380 2'],
    ['VERSION/services.json', '+380 1'],
  ].flatMap(([name = '', phone = '']) =>
    Object.keys(DAMAGES).map((damage) => [name, damage, phone] as const),
  ),
)('%s that %s stops no start, nor a publication, which repairs or names it', async (name, damage, phone) => {
  await publish('+380 1');
  const version = await publish('+380 2');
  const file = join(folder, name.replace('VERSION', version));
  await openContent(folder);
  await DAMAGES[damage]?.(file);
  const content = await openContent(folder);
  expect(await phoneOf(content)).toBe(phone);
  const error = await publish('+380 2').then(() => null, String);
  if (error !== null) {
    expect(error).toContain(`${file} cannot be read: EISDIR`);
    return;
  }
  expect((await openContent(folder)).version).toBe(version);
  await publish('+380 3');
  expect(await phoneOf(content)).toBe('+380 3');
  expect((await versionsIn(folder)).map((each) => each.version)).toContain(version);
});

describe('a draft version', () => {
  const DAY = 86_400_000;
  const { privateKey } = makeKeyPair();
  let ask: Ask;
  let content: LiveContent;
  beforeEach(async () => {
    await publish('+380 1');
    content = await openContent(folder);
    ask = await build(undefined, { content });
  });

  /** Publishes a draft version with this title of a post that is a draft. Resolves to its version. */
  async function draft(title: string): Promise<string> {
    await edit(source, 'posts/kava.md', /^(draft: true\n)?title: .*$/m, `draft: true\ntitle: ${title}`);
    const link = await publishDraft(folder, { '.': source }, 'https://vidlunnia.example', privateKey);
    return link.split('.').at(-3) ?? '';
  }
  const askDraft = (path: string, version: string) => ask(path, { headers: { [CONTENT_HEADER]: version } });

  test('answers requests that name it, with its drafts, and no others', async () => {
    const live = (await ask('/api/blog')).text;
    const version = await draft('Чернетка');
    const post = await askDraft('/api/blog/kava', version);
    expect([post.status, post.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect(post.json).toMatchObject({ title: 'Чернетка' });
    expect((await askDraft('/api/blog', version)).text).toContain('Чернетка');
    expect((await askDraft('/api/content', version)).json).toMatchObject({ version });
    await content.look(log);
    expect((await ask('/api/blog')).text).toBe(live);
    await publishContent(folder, { '.': source });
    await content.look(log);
    expect((await ask('/api/blog/kava')).status).toBe(404);
    expect((await askDraft('/api/blog/kava', version)).status).toBe(200);
  });

  test.each(['aaaaaaaaaaaa', '..', '', 'posts'])('that the folder lacks, “%s”, is a 404', async (version) => {
    for (const path of ['/api/content', '/api/blog', '/api/covers/photo.jpg'])
      expect((await askDraft(path, version)).status).toBe(404);
  });

  test('is kept for three days, and never enters the history', async () => {
    const history = await versionsIn(folder);
    const version = await draft('Чернетка');
    expect(await versionsIn(folder)).toEqual(history);
    const now = Date.now();
    const clock = jest.spyOn(Date, 'now').mockReturnValue(now + 2.9 * DAY);
    await publish('+380 2');
    expect(await readdir(folder)).toContain(version);
    clock.mockReturnValue(now + 3.1 * DAY);
    await publish('+380 3');
    expect(await readdir(folder)).not.toContain(version);
    clock.mockRestore();
  });
});

test('a request for the content’s state that prefers to wait is held until new content is live', async () => {
  await publish('+380 1');
  const content = await openContent(folder);
  const ask = await build(undefined, { content });
  const { headers } = await ask('/api/content');
  const held = ask('/api/content', {
    headers: { prefer: 'wait=10', 'if-none-match': headers.get('etag') ?? '' },
  });
  while (content.changes.count() === 0) await new Promise(setImmediate);
  const version = await publish('+380 2');
  expect(await phoneOf(content)).toBe('+380 2');
  const { status, json, headers: got } = await held;
  expect([status, got.get('preference-applied'), json]).toMatchObject([200, 'wait', { version }]);
});
