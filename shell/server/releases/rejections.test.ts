/** @jest-environment node */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Step } from '@vidlunnia/contracts/release-report';
import { makeKeyPair } from '@vidlunnia/remote-kit/release';
import { REMOTE_NAMES } from '@vidlunnia/remote-kit/environment/topology';
import { nextPoll, startTeams, type Teams } from '../../testing/live-site';
import {
  respondWith,
  sampleContent,
  sampleRelease,
  VERSIONS,
  type TeamOrigin,
} from '../../testing/team-origin';
import { rejectedAt } from './rejections';

const [FIRST, SECOND] = VERSIONS;
const POINTER = '/current.json';
const SCRIPT = 'client/static/blog.js';
const next = sampleRelease('blog', SECOND);
const content = sampleContent(next, SCRIPT);

let all: Teams;
beforeEach(async () => {
  // Time stands still until a test moves it.
  later(0);
  all = await startTeams();
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** By default so much later that what was rejected is tried again. */
const later = (milliseconds = 30_000) => {
  const now = Date.now();
  jest.spyOn(Date, 'now').mockReturnValue(now + milliseconds);
};

type Harm = (team: TeamOrigin) => void;

/** Publishes the next release with one of its files not as its manifest says. */
const withScript =
  (meet: ReturnType<typeof respondWith>): Harm =>
  (team) => {
    team.publish(next);
    team.set(`/${SECOND}/${SCRIPT}`, meet);
  };
/** Publishes the next release with another manifest, signed by its team. */
const withManifest =
  (manifest: unknown): Harm =>
  (team) => {
    team.publish(next);
    team.setManifest(SECOND, manifest);
  };
const withChange = (change: object) => withManifest({ ...next, ...change });
const withFile = (name: string) => withChange({ files: { ...next.files, [name]: next.files[SCRIPT] } });
const withSignature =
  (meet: ReturnType<typeof respondWith>): Harm =>
  (team) => {
    team.publish(next);
    team.set(`/${SECOND}/release.json.sig`, meet);
  };
const withFiles = (count: number, size: number) => {
  const file = { size, sha384: 'A'.repeat(64) };
  const files = Array.from({ length: count }, (_, index) => [`client/${String(index)}.js`, file] as const);
  return withChange({ files: { ...next.files, ...Object.fromEntries(files) } });
};

type Case = readonly [what: string, harm: Harm, reason: RegExp];

const DISCOVER: readonly Case[] = [
  [
    'a pointer that is gone',
    (team) => {
      team.set(POINTER, respondWith(404, ''));
    },
    /^current\.json answered 404$/,
  ],
  [
    'an origin that fails',
    (team) => {
      team.break(respondWith(500, 'oops'));
    },
    /^current\.json answered 500$/,
  ],
  [
    'a pointer that is no JSON',
    (team) => {
      team.set(POINTER, respondWith(200, '<h1>'));
    },
    /^current\.json is no JSON$/,
  ],
  [
    'an empty pointer',
    (team) => {
      team.set(POINTER, respondWith(200, ''));
    },
    /^current\.json is no JSON$/,
  ],
  [
    'a pointer to nothing',
    (team) => {
      team.setJson(POINTER, {});
    },
    /^current\.json: version is missing; it has to be a text/,
  ],
  [
    'a pointer that is null',
    (team) => {
      team.setJson(POINTER, null);
    },
    /^current\.json: the whole is null; it has to be an object$/,
  ],
  [
    'a pointer to a path',
    (team) => {
      team.setJson(POINTER, { version: '../../secret' });
    },
    /^current\.json: version is “\.\.\/\.\.\/secret”; it has to be/,
  ],
  [
    'an endless pointer',
    (team) => {
      team.set(POINTER, respondWith(200, ' '.repeat(2_000)));
    },
    /longer than 1024 bytes/,
  ],
  [
    'a broken connection',
    (team) => {
      team.break((response) => response.socket?.destroy());
    },
    /could not be reached/,
  ],
  [
    'an origin that sends elsewhere',
    (team) => {
      team.set(POINTER, (response) => response.writeHead(302, { location: '/elsewhere' }).end());
    },
    /could not be reached/,
  ],
];
const DOWNLOAD: readonly Case[] = [
  [
    'a pointer to nowhere',
    (team) => {
      team.setJson(POINTER, { version: SECOND });
    },
    /^release\.json answered 404$/,
  ],
  ['a missing signature', withSignature(respondWith(404, '')), /^release\.json\.sig answered 404$/],
  ['a file that is missing', withScript(respondWith(404, '')), /^client\/static\/blog\.js answered 404$/],
  ['a file that is longer', withScript(respondWith(200, `${content}.`)), /blog\.js is longer than \d+ bytes/],
  [
    'a file that breaks off',
    withScript((response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('a', () => response.socket?.destroy());
    }),
    /static\/blog\.js (broke off|could not be reached)/,
  ],
  ['an endless manifest', withManifest(' '.repeat(300_000)), /^release\.json is longer than 262144 bytes$/],
];
// verify.test.ts has the rest of what a manifest may be, incompatibilities.test.ts of the contract.
const VERIFY: readonly Case[] = [
  [
    'a file that is cut short',
    withScript(respondWith(200, content.slice(0, -1))),
    /blog\.js has \d+ bytes; the release names \d+/,
  ],
  [
    'a file that differs by one byte',
    withScript(respondWith(200, `${content.slice(0, -1)}?`)),
    /blog\.js is not the file/,
  ],
  [
    'an empty signature',
    withSignature(respondWith(200, '')),
    /^it is not signed with a key of mfe-blog \(MFE_BLOG_PUBLIC_KEY\)$/,
  ],
  [
    'a package of another version',
    withChange({ shared: { react: '^18.0.0' } }),
    /^it needs react \^18\.0\.0; the shell provides 19\.3\.1$/,
  ],
  ['too many files', withFiles(500, 1), /^it has 504 files; 500 are allowed$/],
  ['a name that leads out', withFile('../x'), /is no name for a file of a release/],
];
const of = (step: Step, cases: readonly Case[]) =>
  cases.map(([what, ...rest]) => [step, what, ...rest] as const);

describe('what is rejected', () => {
  test.each([...of('discover', DISCOVER), ...of('download', DOWNLOAD), ...of('verify', VERIFY)])(
    'at %s, %s: what is live stays, the rejection is logged once, and a repaired release goes live',
    async (step, _, harm, reason) => {
      const site = await all.open();
      const before = site.current();
      harm(all.teams.blog);
      await nextPoll(all.teams.blog);
      await nextPoll(all.teams.blog);
      expect(site.current()).toBe(before);
      const version = step === 'discover' ? null : SECOND;
      const rejected = { version, step, reason: expect.stringMatching(reason), at: expect.anything() };
      expect(site.report().remotes['blog']?.rejections).toEqual([rejected]);
      expect(site.rejected()).toEqual({ blog: rejected });
      expect(all.log.warn.mock.calls).toHaveLength(1);
      expect(all.renderTest).toHaveBeenCalledTimes(1);
      expect(readdirSync(path.join(all.store.root, 'blog'))).toEqual([FIRST]);
      expect(readdirSync(path.join(all.store.root, '.incoming'))).toEqual([]);

      all.teams.blog.break(null);
      all.teams.blog.publish(next);
      later();
      await nextPoll(all.teams.blog);
      expect(site.current().releaseSet.remotes.blog?.version).toBe(SECOND);
      expect(site.rejected()).toEqual({});
      expect(all.log.warn).toHaveBeenCalledTimes(1);
    },
  );

  test('names no address of the network behind', async () => {
    const site = await all.open();
    all.teams.blog.break(respondWith(500, ''));
    await nextPoll(all.teams.blog);
    expect(JSON.stringify(site.report())).not.toContain(all.teams.blog.origin);
  });

  test('by an error that no step foresaw is reported without places on the disk', () => {
    const error = new Error(
      "ENOSPC: no space left on device, write '/srv/data/releases/blog/x.js'\n    at y",
    );
    expect(rejectedAt('download', error)).toMatchObject({
      step: 'download',
      reason: "ENOSPC: no space left on device, write 'x.js'",
    });
  });

  test('is not downloaded again at every poll', async () => {
    await all.open();
    withScript(respondWith(404, ''))(all.teams.blog);
    const asked = () => all.teams.blog.received.filter(({ url }) => url.includes(SECOND)).length;
    await nextPoll(all.teams.blog);
    const once = asked();
    await nextPoll(all.teams.blog);
    await nextPoll(all.teams.blog);
    expect(asked()).toBe(once);
  });

  test('of an unsigned release nothing but its manifest and signature is requested', async () => {
    await all.open();
    withSignature(respondWith(200, ''))(all.teams.blog);
    await nextPoll(all.teams.blog);
    const asked = all.teams.blog.received.map(({ url }) => url).filter((url) => url.includes(SECOND));
    expect(asked).toEqual([`/${SECOND}/release.json`, `/${SECOND}/release.json.sig`]);
  });

  test('the same rejection after a recovery is logged again', async () => {
    await all.open();
    for (let outage = 0; outage < 2; outage += 1) {
      all.teams.blog.break(respondWith(500, ''));
      await nextPoll(all.teams.blog);
      all.teams.blog.break(null);
      await nextPoll(all.teams.blog);
    }
    expect(all.log.warn).toHaveBeenCalledTimes(2);
  });

  test('another rejection of the same team is logged too', async () => {
    await all.open();
    all.teams.blog.break(respondWith(500, ''));
    await nextPoll(all.teams.blog);
    all.teams.blog.break(respondWith(502, ''));
    await nextPoll(all.teams.blog);
    expect(all.log.warn.mock.calls).toEqual([
      [expect.stringContaining('500')],
      [expect.stringContaining('502')],
    ]);
  });

  test('at the start leaves that team out', async () => {
    withFile('../x')(all.teams.blog);
    const site = await all.open();
    expect(Object.keys(site.current().releaseSet.remotes)).toEqual(
      REMOTE_NAMES.filter((name) => name !== 'blog'),
    );
  });

  test('is reported ten times at most, the newest first', async () => {
    const site = await all.open();
    for (let status = 500; status < 512; status += 1) {
      all.teams.blog.break(respondWith(status, ''));
      await nextPoll(all.teams.blog);
    }
    const reasons = site.report().remotes['blog']?.rejections.map(({ reason }) => reason) ?? [];
    expect(reasons).toHaveLength(10);
    expect(reasons[0]).toBe('current.json answered 511');
  });
});

test('a team whose key is being replaced may sign with the old or the new one', async () => {
  const { blog } = all.teams;
  const other = makeKeyPair();
  const team = { ...blog.team, publicKeys: [other.publicKey, ...blog.team.publicKeys] };
  const site = await all.open({ teams: { blog: team } });
  blog.publish(next);
  blog.setManifest(SECOND, next, other.privateKey);
  await nextPoll(blog);
  expect(site.current().releaseSet.remotes.blog?.version).toBe(SECOND);
});

describe('a disk that fails', () => {
  const versionFiles = () =>
    all.teams.blog.received.filter(({ url }) => url.endsWith(`${SECOND}/release.json`));
  /** Makes the folder of downloads something that is none: as with a full disk, nothing can be written there. */
  const breakDisk = () => {
    const incoming = path.join(all.folder, 'releases/.incoming');
    rmSync(incoming, { recursive: true });
    writeFileSync(incoming, '');
    return () => {
      rmSync(incoming);
      mkdirSync(incoming);
    };
  };

  test('rejects a release under its version at its step, without a place on the disk; the log has it', async () => {
    const site = await all.open();
    breakDisk();
    all.teams.blog.publish(next);
    await nextPoll(all.teams.blog);
    const [rejection] = site.report().remotes['blog']?.rejections ?? [];
    expect(rejection).toMatchObject({
      version: SECOND,
      step: 'download',
      reason: 'the shell’s disk failed (ENOTDIR)',
    });
    expect(all.log.warn).toHaveBeenCalledWith(expect.stringContaining(path.join(all.folder, 'releases')));
  });

  test('is tried after ever longer pauses, and no more once it is repaired', async () => {
    const site = await all.open();
    const repair = breakDisk();
    all.teams.blog.publish(next);
    const tries: number[] = [];
    const countTry = () => tries.push(site.report().remotes['blog']?.rejections.length ?? 0);
    await nextPoll(all.teams.blog);
    const at = () => site.report().remotes['blog']?.rejections[0]?.at;
    for (const wait of [5_000, 10_000, 20_000, 40_000, 40_000]) {
      const before = at();
      later(wait - 1);
      await nextPoll(all.teams.blog);
      expect(at()).toBe(before);
      later(1);
      await nextPoll(all.teams.blog);
      expect(at()).not.toBe(before);
    }
    countTry();
    expect([tries, versionFiles()]).toEqual([[1], []]);
    repair();
    later(40_000);
    await nextPoll(all.teams.blog);
    expect(site.current().releaseSet.remotes.blog?.version).toBe(SECOND);
  });

  test.each([
    ['ENOSPC', 'the shell’s disk is full'],
    ['EMFILE', 'the shell has too many open files'],
    ['EROFS', 'the shell may not use its folder'],
  ])('is told by what it means: %s', (code, reason) => {
    const error = Object.assign(new Error(`${code}: x, open '/data/shell/x'`), { code, syscall: 'open' });
    expect(rejectedAt('promote', error)).toMatchObject({ step: 'promote', reason });
  });
});
