/** @jest-environment node */
import { readdirSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Step } from '@vidlunnia/contracts/release-report';
import { makeKeyPair } from '@vidlunnia/remote-kit/release';
import { nextPoll, startTeams, versionsOf, type Teams } from '../../testing/site';
import {
  respondWith,
  sampleContent,
  sampleRelease,
  VERSIONS,
  type TeamOrigin,
} from '../../testing/team-origin';

const [FIRST, SECOND] = VERSIONS;
const POINTER = '/current.json';
const SCRIPT = 'client/static/blog.js';
const next = sampleRelease('blog', SECOND);
const content = sampleContent(next, SCRIPT);

let all: Teams;
let blog: TeamOrigin;
beforeEach(async () => {
  // Time stands still until a test moves it.
  later(0);
  all = await startTeams();
  ({ blog } = all.teams);
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** By default so much later that what was rejected is tried again. */
const later = (milliseconds = 30_000) => {
  const now = Date.now();
  jest.spyOn(Date, 'now').mockReturnValue(now + milliseconds);
};

type Respond = ReturnType<typeof respondWith>;
type Harm = () => void;
const pointer = (meet: Respond) => () => {
  blog.set(POINTER, meet);
};
const origin = (meet: Respond) => () => {
  blog.break(meet);
};
/** Publishes the next release with one of its files not as its manifest says. */
const file =
  (meet: Respond, name = SCRIPT): Harm =>
  () => {
    blog.publish(next);
    blog.set(`/${SECOND}/${name}`, meet);
  };
const manifest =
  (text: unknown): Harm =>
  () => {
    blog.publish(next);
    blog.setManifest(SECOND, text);
  };
const text = (body: string) => respondWith(200, body);
const version = (value: unknown) => text(JSON.stringify({ version: value }));

type Case = readonly [step: Step, what: string, harm: Harm, reason: RegExp];

// verify.test.ts has the rest of what a manifest may be, incompatibilities.test.ts of the contract.
const CASES: readonly Case[] = [
  ['discover', 'a pointer that is gone', pointer(respondWith(404, '')), /^current\.json answered 404$/],
  ['discover', 'an origin that fails', origin(respondWith(500, 'oops')), /^current\.json answered 500$/],
  ['discover', 'a pointer that is no JSON', pointer(text('<h1>')), /^current\.json is no JSON$/],
  ['discover', 'a pointer to a path', pointer(version('../../secret')), /version is “\.\.\/\.\.\/secret”/],
  ['discover', 'an endless pointer', pointer(text(' '.repeat(2_000))), /longer than 1024 bytes/],
  [
    'discover',
    'a broken connection',
    origin((response) => response.socket?.destroy()),
    /could not be reached/,
  ],
  [
    'discover',
    'an origin that sends elsewhere',
    pointer((response) => response.writeHead(302, { location: '/elsewhere' }).end()),
    /could not be reached/,
  ],
  ['download', 'a pointer to nowhere', pointer(version(SECOND)), /^release\.json answered 404$/],
  [
    'download',
    'a missing signature',
    file(respondWith(404, ''), 'release.json.sig'),
    /^release\.json\.sig answered 404$/,
  ],
  ['download', 'a missing file', file(respondWith(404, '')), /^client\/static\/blog\.js answered 404$/],
  ['download', 'a file that is longer', file(text(`${content}.`)), /blog\.js is longer than \d+ bytes/],
  [
    'download',
    'a file that breaks off',
    file((response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('a', () => response.socket?.destroy());
    }),
    /static\/blog\.js (broke off|could not be reached)/,
  ],
  ['download', 'an endless manifest', manifest(' '.repeat(300_000)), /longer than 262144 bytes$/],
  ['verify', 'a file that is cut short', file(text(content.slice(0, -1))), /blog\.js has \d+ bytes; the/],
  [
    'verify',
    'a file that differs by one byte',
    file(text(`${content.slice(0, -1)}?`)),
    /blog\.js is not the file/,
  ],
  [
    'verify',
    'another React',
    manifest({ ...next, shared: { react: '^18.0.0' } }),
    /^it needs react \^18\.0\.0; the shell provides 19\.3\.1$/,
  ],
];

test.each(CASES)(
  'at %s %s is rejected: what is live stays, the log says it once, and a repaired release goes live',
  async (step, _, harm, reason) => {
    const site = await all.open();
    const before = site.live();
    harm();
    await nextPoll(blog);
    await nextPoll(blog);
    expect(site.live()).toBe(before);
    const rejected = { step, reason: expect.stringMatching(reason), at: expect.anything() };
    expect(site.report().remotes['blog']?.rejections).toEqual([
      { ...rejected, version: step === 'discover' ? null : SECOND },
    ]);
    // It names no address of the network behind.
    expect(JSON.stringify(site.report())).not.toContain(blog.origin);
    expect(all.log.warn.mock.calls).toHaveLength(1);
    expect(all.renderTest).toHaveBeenCalledTimes(1);
    const releases = path.join(all.folder, 'releases');
    expect(readdirSync(path.join(releases, 'blog'))).toEqual([FIRST]);
    expect(readdirSync(path.join(releases, '.incoming'))).toEqual([]);

    blog.break(null);
    blog.publish(next);
    later();
    await nextPoll(blog);
    expect(versionsOf(site)).toContain(`blog@${SECOND}`);
    expect(all.log.warn).toHaveBeenCalledTimes(1);
  },
);

test('a rejected release is not downloaded at every poll; of an unsigned one only manifest and signature are', async () => {
  await all.open();
  file(text(''), 'release.json.sig')();
  await nextPoll(blog);
  await nextPoll(blog);
  const asked = blog.received.map(({ url }) => url).filter((url) => url.includes(SECOND));
  expect(asked).toEqual([`/${SECOND}/release.json`, `/${SECOND}/release.json.sig`]);
});

test('another rejection is logged, and the same one after a recovery', async () => {
  const site = await all.open();
  for (const status of [500, 502]) {
    blog.break(respondWith(status, ''));
    await nextPoll(blog);
  }
  blog.break(null);
  await nextPoll(blog);
  blog.break(respondWith(502, ''));
  await nextPoll(blog);
  const logged = all.log.warn.mock.calls.flat().map((line) => /\d+$/.exec(String(line))?.[0]);
  expect(logged).toEqual(['500', '502', '502']);
  expect(site.figures().rejections).toEqual(new Map([['blog discover', 3]]));
});

test('ten rejections are reported at most, the newest first', async () => {
  const site = await all.open();
  for (let status = 500; status < 512; status += 1) {
    blog.break(respondWith(status, ''));
    await nextPoll(blog);
  }
  const reasons = site.report().remotes['blog']?.rejections.map(({ reason }) => reason) ?? [];
  expect([reasons.length, reasons[0]]).toEqual([10, 'current.json answered 511']);
});

test('a team whose key is being replaced may sign with the old or the new one', async () => {
  const other = makeKeyPair();
  const team = { ...blog.team, publicKeys: [other.publicKey, ...blog.team.publicKeys] };
  const site = await all.open({ teams: { blog: team } });
  blog.publish(next);
  blog.setManifest(SECOND, next, other.privateKey);
  await nextPoll(blog);
  expect(versionsOf(site)).toContain(`blog@${SECOND}`);
});

describe('a disk that fails', () => {
  test('rejects a release, is tried after ever longer pauses, and no more once it is repaired', async () => {
    const site = await all.open();
    // As with a full disk, nothing can be written there.
    const incoming = path.join(all.folder, 'releases/.incoming');
    await rm(incoming, { recursive: true });
    await writeFile(incoming, '');
    blog.publish(next);
    await nextPoll(blog);
    const last = () => site.report().remotes['blog']?.rejections[0];
    expect(last()).toMatchObject({
      version: SECOND,
      step: 'download',
      reason: 'the shell’s machine failed: ENOTDIR: not a directory',
    });
    // The operator's log has the place on the disk.
    expect(all.log.warn).toHaveBeenCalledWith(expect.stringContaining(incoming));
    for (const wait of [5_000, 10_000, 20_000, 40_000, 40_000]) {
      const before = last()?.at;
      later(wait - 1);
      await nextPoll(blog);
      expect(last()?.at).toBe(before);
      later(1);
      await nextPoll(blog);
      expect(last()?.at).not.toBe(before);
    }
    await rm(incoming);
    await mkdir(incoming);
    later(40_000);
    await nextPoll(blog);
    expect(versionsOf(site)).toContain(`blog@${SECOND}`);
  });

  test('when the history is written: the release is rejected, its renderer ends', async () => {
    const site = await all.open();
    await mkdir(path.join(all.folder, 'live.json.next'));
    blog.publish(next);
    await nextPoll(blog);
    expect(site.report().remotes['blog']?.rejections[0]).toMatchObject({ step: 'promote' });
    expect(versionsOf(site)).toContain(`blog@${FIRST}`);
    expect(all.renderers.at(-1)?.stop).toHaveBeenCalledTimes(1);
  });
});
