import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Pointer, Step } from '@vidlunnia/releases/release';
import { startTeams, type Teams } from '../../testing/bakery/start';
import { later, listed, liveVersions, nextPoll, startList } from '../../testing/site';
import {
  respondWith,
  sampleContent,
  sampleRelease,
  startTeamOrigin,
  VERSIONS,
  type TeamOrigin,
} from '../../testing/team-origin';
import type { Engine } from '../open-engine';
import { createRejections, type Rejections } from './rejections';
import { ReleaseStore } from './release-store';
import { rejectedAt } from '@vidlunnia/releases/verify';

const [FIRST, SECOND, THIRD] = VERSIONS;
const VERSION = /^[0-9a-f]{12}$/;
const SCRIPT = 'client/static/news.js';
const next = sampleRelease('news', SECOND);
const content = sampleContent(next, SCRIPT);

let all: Teams;
let news: TeamOrigin;
let engine: Engine;
beforeEach(async () => {
  // The clock stops until a test moves it.
  later(0);
  all = await startTeams();
  ({ news } = all.teams);
});

const store = () => path.join(all.folder, 'releases/news');
/** Versions in the store, complete or partial. */
const stored = () =>
  readdirSync(store())
    .filter((name) => VERSION.test(name))
    .sort();
const requested = () => news.received.map(({ url }) => url).filter((url) => url.includes(SECOND));
type Respond = (response: ServerResponse) => void;
const text = (body: string) => respondWith(200, body);
const failing = (status: number) => respondWith(status, '');
const breakOff: Respond = (response) => {
  response.writeHead(200, { 'content-length': '1000' });
  response.write('a', () => response.socket?.destroy());
};
const hangUp: Respond = (response) => response.socket?.destroy();
const redirect: Respond = (response) => response.writeHead(302, { location: '/elsewhere' }).end();
const SIGNED = { at: '2026-01-01T00:00:00.000Z', signature: '' };
const [longer, other] = [`${content}.`, `${content.slice(0, -1)}?`];

// verify.test.ts tests the other rules of a copy, shell-contract.test.ts the contract.
test.each<readonly [step: Step, what: string, respond: Respond, reason: RegExp]>([
  ['discover', 'a pointer that fails', failing(500), /^current\.json answered 500$/],
  [
    'discover',
    'a pointer to a path',
    text(JSON.stringify({ ...SIGNED, version: '../../x' })),
    /version is “\.\.\/\.\.\/x”/,
  ],
  ['discover', 'an endless pointer', text(' '.repeat(2_000)), /longer than 1024 bytes/],
  ['discover', 'a broken connection', hangUp, /could not be reached/],
  ['discover', 'an origin that redirects', redirect, /could not be reached/],
  ['download', 'a missing file', failing(404), /^client\/static\/news\.js answered 404$/],
  ['download', 'a file that is longer', text(longer), /news\.js is longer than \d+ bytes/],
  ['download', 'a file that breaks off', breakOff, /news\.js (broke off|could not be reached)/],
  ['verify', 'a file that differs by one byte', text(other), /news\.js is not the file/],
])(
  'at %s, %s is rejected and logged once; the live release stays, and a fixed one goes live',
  async (step, _, respond, reason) => {
    engine = await all.open();
    const before = engine.live();
    if (step !== 'discover') news.publish(SECOND);
    news.set(step === 'discover' ? '/current.json' : `/${SECOND}/${SCRIPT}`, respond);
    await nextPoll(news);
    await nextPoll(news);
    expect(engine.live()).toBe(before);
    const rejected = { step, reason: expect.stringMatching(reason), at: expect.anything() };
    expect(engine.report().remotes['news']?.rejections).toEqual([
      { ...rejected, version: step === 'discover' ? null : SECOND },
    ]);
    // No internal network address.
    expect(JSON.stringify(engine.report())).not.toContain(news.origin);
    expect(all.log.warn.mock.calls).toHaveLength(1);
    expect(all.renderTest).toHaveBeenCalledTimes(1);
    expect(stored()).toEqual([FIRST]);
    expect(readdirSync(path.join(store(), '.unfinished'))).toEqual([]);

    news.publish(SECOND);
    // Past the pause before a retry.
    later(30_000);
    await nextPoll(news);
    expect(liveVersions(engine)).toContain(`news@${SECOND}`);
    expect(all.log.warn).toHaveBeenCalledTimes(1);
  },
);

describe('a release that is live on another replica, for an open page', () => {
  beforeEach(async () => {
    engine = await all.open();
    news.publishCandidate(SECOND);
    news.setJson('/history.json', [{ version: FIRST }, { version: SECOND }]);
  });

  test('is verified, downloaded once for all requests, but not promoted', async () => {
    news.set(`/${SECOND}/client/remoteEntry.js`, text('news_bbbbbbbbbbbb client/remoteEntry.JS'));
    await engine.downloadOnDemand('news', SECOND);
    expect(stored()).toEqual([FIRST]);
    news.publishCandidate(SECOND);
    const before = requested().length;
    await Promise.all([1, 2, 3].map(() => engine.downloadOnDemand('news', SECOND)));
    expect(stored()).toEqual([FIRST, SECOND]);
    expect(requested()).toHaveLength(before + 2 + Object.keys(next.files).length);
    expect(liveVersions(engine)).toContain(`news@${FIRST}`);
  });

  test.each([
    ['neither the team’s history nor a preview names it', [FIRST], false, [FIRST]],
    ['the history is missing', null, false, [FIRST]],
    ['the history names it', [FIRST, SECOND], false, [FIRST, SECOND]],
    ['a preview grants it', [FIRST], true, [FIRST, SECOND]],
  ])('is downloaded only if it is known: %s', async (_, history, isGranted, expected) => {
    if (history)
      news.setJson(
        '/history.json',
        history.map((version) => ({ version })),
      );
    else news.set('/history.json', failing(404));
    await engine.downloadOnDemand('news', SECOND, () => isGranted);
    expect([stored(), requested().length > 0]).toEqual([expected, expected.length > 1]);
  });

  test('is downloaded when the history names thousands before it', async () => {
    const long = Array.from({ length: 2_000 }, () => ({ version: FIRST, note: 'n'.repeat(450) }));
    news.setJson('/history.json', [...long, { version: SECOND }]);
    await engine.downloadOnDemand('news', SECOND);
    expect(stored()).toEqual([FIRST, SECOND]);
  });

  test('is not downloaded while the history cannot be read, which is logged', async () => {
    news.set('/history.json', failing(404));
    await engine.downloadOnDemand('news', SECOND);
    expect(all.log.warn.mock.calls).toEqual([
      ['Open pages get no files of an older news: history.json answered 404'],
    ]);
  });

  test('is downloaded while visitors request versions that do not exist, which cost one request together', async () => {
    const madeUp = Array.from({ length: 99 }, (_, index) => String(index).padStart(12, '0'));
    await Promise.all([...madeUp, SECOND].map((version) => engine.downloadOnDemand('news', version)));
    expect(stored()).toEqual([FIRST, SECOND]);
    const asked = news.received.map(({ url }) => url).filter((url) => /history|\d{12}/.test(url));
    expect(asked).toEqual(['/history.json']);
  });
});

test('a rejected release is not downloaded at every poll; of an unsigned release only manifest and signature are', async () => {
  await all.open();
  news.publish(SECOND);
  news.set(`/${SECOND}/release.json.sig`, text(''));
  await nextPoll(news);
  await nextPoll(news);
  expect(requested()).toEqual([`/${SECOND}/release.json`, `/${SECOND}/release.json.sig`]);
});

test('a release is rejected at download when the disk fails; only the log has the path', async () => {
  engine = await all.open();
  const unfinished = path.join(store(), '.unfinished');
  await rm(unfinished, { recursive: true });
  await writeFile(unfinished, '');
  news.publish(SECOND);
  await nextPoll(news);
  expect(engine.report().remotes['news']?.rejections[0]).toMatchObject({
    ...{ version: SECOND, step: 'download' },
    reason: expect.stringMatching(/^the host’s machine failed: ENOTDIR: [\w ]+$/),
  });
  expect(all.log.warn).toHaveBeenCalledWith(expect.stringMatching(/\/releases\/news\/\.unfinished/));
  expect(liveVersions(engine)).toContain(`news@${FIRST}`);
});

test('a release goes live, with a warning, when it cannot be recorded; a next one is recorded', async () => {
  engine = await all.open();
  const history = path.join(store(), 'history.json');
  await rm(history);
  await mkdir(history);
  news.publish(SECOND);
  await nextPoll(news);
  expect(liveVersions(engine)).toContain(`news@${SECOND}`);
  expect(engine.report().remotes['news']?.live?.version).toBe(SECOND);
  expect(all.log.warn).toHaveBeenCalledWith(
    expect.stringMatching(/^The history\.json of news is not written: /),
  );
  await rm(history, { recursive: true });
  news.publish(THIRD);
  await nextPoll(news);
  const recorded: unknown = JSON.parse(readFileSync(history, 'utf8'));
  expect(recorded).toMatchObject([{ version: FIRST }, { version: SECOND }, { version: THIRD }]);
});

describe('a rejection', () => {
  let rejections: Rejections;
  beforeEach(async () => {
    rejections = createRejections(all.log, await ReleaseStore.open(all.folder, all.log));
  });
  const reject = (reason: string, version: string | null = FIRST) => {
    rejections.add('news', version, rejectedAt('download', new Error(reason)));
  };

  test('delays a version’s retry longer each time, up to eight times as long', () => {
    for (const wait of [5_000, 10_000, 20_000, 40_000, 40_000]) {
      reject('broke off');
      later(wait - 1);
      expect(rejections.isHeld('news', FIRST)).toBe(true);
      later(1);
      expect(rejections.isHeld('news', FIRST)).toBe(false);
    }
  });

  test('does not delay a retry for as long as the system’s clock is set back', () => {
    reject('broke off');
    later(5_000);
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 86_400_000);
    expect(rejections.isHeld('news', FIRST)).toBe(false);
  });

  test('is logged and counted when it differs from the last, and again after a recovery', () => {
    for (const reason of ['500', '500', '502']) reject(reason);
    rejections.recovered('news');
    reject('502');
    const logged = all.log.warn.mock.calls.flat().map((line) => String(line).slice(-3));
    expect(logged).toEqual(['500', '502', '502']);
    expect(rejections.counts()).toEqual(new Map([['news download', 3]]));
  });

  test('is reported once for each of the last ten versions, newest first', () => {
    for (let version = 0; version < 12; version += 1) reject('broke off', String(version));
    reject('answered 404', '5');
    expect(rejections.of('news').map(({ version, reason }) => `${String(version)} ${reason}`)).toEqual([
      '5 answered 404',
      ...[11, 10, 9, 8, 7, 6, 4, 3, 2].map((version) => `${String(version)} broke off`),
    ]);
  });
});

describe('a rollout', () => {
  const ROLLOUT = { percent: 10, seconds: 1_800, visitors: 3 };
  const partial = () => engine.report().remotes['news']?.partial;
  const untilPartial = async (name: string, of = news) => {
    while (!engine.rollouts.running().some(([remote]) => remote === name)) await nextPoll(of);
  };

  test('is joined by a host that has nothing live: it starts with the version before, and its time counts from the pointer’s', async () => {
    const { at } = news.publish(SECOND, ROLLOUT);
    later(600_000);
    engine = await all.open();
    expect(liveVersions(engine)).toContain(`news@${FIRST}`);
    await untilPartial('news');
    expect(liveVersions(engine)).toContain(`news@${FIRST}`);
    expect(partial()?.rollout.until).toBe(new Date(Date.parse(at) + 1_800_000).toISOString());
  });

  test('lasts from when the host first saw it, also after a restart, whatever the clock of the team’s machine says', async () => {
    engine = await all.open();
    news.publishCandidate(SECOND);
    const at = new Date(Date.now() + 1).toISOString();
    // The clock of the team's machine is an hour behind.
    later(3_600_000);
    news.setPointer({ version: SECOND, at, rollout: ROLLOUT });
    await untilPartial('news');
    const until = new Date(Date.now() + 1_800_000).toISOString();
    expect(partial()?.rollout).toEqual({ percent: 10, visitors: 3, until });
    await engine.stop();
    later(60_000);
    engine = await all.open();
    await untilPartial('news');
    expect(partial()?.rollout.until).toBe(until);
  });

  test('that was first seen while the clock was ahead lasts from when the clock is right', async () => {
    engine = await all.open();
    news.publish(SECOND, ROLLOUT);
    later(2 * 86_400_000);
    await untilPartial('news');
    later(-2 * 86_400_000);
    while (Date.parse(partial()?.rollout.until ?? '') > Date.now() + 1_800_000) await nextPoll(news);
    const until = new Date(Date.now() + 1_800_000).toISOString();
    later(60_000);
    await nextPoll(news);
    expect(partial()?.rollout.until).toBe(until);
    expect(engine.rollouts.running()[0]?.[1].since).toBe(new Date(Date.now() - 60_000).toISOString());
  });

  test('waits, and says so, while four others run', async () => {
    const { remotesFile, write } = startList();
    const outside = await Promise.all(['careers', 'events'].map((name) => startTeamOrigin(name, ['Zone'])));
    write(...outside.map((each) => listed(each, { Zone: 'window' })));
    engine = await all.open({ remotesFile });
    for (const each of [all.teams.shop, all.teams.orders, ...outside]) {
      const { name } = each.team.remote;
      while (!liveVersions(engine).includes(`${name}@${FIRST}`)) await nextPoll(each);
      each.publish(SECOND, ROLLOUT);
      await untilPartial(name, each);
    }
    const tests = all.renderTest.mock.calls.length;
    news.publish(SECOND, ROLLOUT);
    await nextPoll(news);
    const reason = '4 rollouts are running; it begins when one of them has ended';
    expect(engine.report().remotes['news']?.rejections).toMatchObject([
      { version: SECOND, step: 'discover', reason },
    ]);
    expect(all.renderTest).toHaveBeenCalledTimes(tests);
    all.teams.shop.point(FIRST);
    await untilPartial('news');
  });
});

describe('a pointer', () => {
  const HOUR_MS = 3_600_000;
  const reasonAfter = async (pointer: object) => {
    news.setJson('/current.json', pointer);
    await nextPoll(news);
    expect(liveVersions(engine)).toContain(`news@${SECOND}`);
    return engine.report().remotes['news']?.rejections.find(({ version }) => version === null)?.reason;
  };
  let old: Pointer;
  beforeEach(async () => {
    engine = await all.open();
    old = news.point(FIRST);
    news.publish(SECOND);
    await nextPoll(news);
  });

  test('that is older than one that the host has seen is refused, also after a restart', async () => {
    const reason = expect.stringMatching(
      /^the pointer of 2\S+ is older than the one of 2\S+: release or roll back again$/,
    );
    expect(await reasonAfter(old)).toEqual(reason);
    await engine.stop();
    engine = await all.open();
    expect(await reasonAfter(old)).toEqual(reason);
    // A rollback is a newer pointer.
    news.point(FIRST);
    await nextPoll(news);
    expect(liveVersions(engine)).toContain(`news@${FIRST}`);
  });

  test.each<[string, (pointer: Pointer) => object, string]>([
    ['unsigned', ({ version, at }) => ({ version, at }), 'current.json: signature is missing'],
    [
      'altered',
      (pointer) => ({ ...pointer, version: FIRST }),
      'current.json is not signed with a key of mfe-news',
    ],
    ['of another remote', (pointer) => all.teams.orders.point(pointer.version), 'current.json is not signed'],
    [
      'with a rollout of years',
      (pointer) => ({ ...pointer, rollout: { percent: 10, seconds: 86_401, visitors: 1 } }),
      'current.json: rollout.seconds is 86401',
    ],
  ])('that is %s is refused', async (_, change, reason) => {
    const at = new Date(Date.now() + 1_000).toISOString();
    expect(await reasonAfter(change(news.setPointer({ version: THIRD, at })))).toContain(reason);
  });

  test('of a clock that is too far ahead is refused with the difference', async () => {
    const at = new Date(Date.now() + HOUR_MS).toISOString();
    const reason = 'the pointer is 60 minutes ahead of the host’s clock';
    expect(await reasonAfter(news.setPointer({ version: FIRST, at }))).toBe(reason);
  });
});

test('a release goes live although the host’s clock was a year ahead, and saw a pointer of that time', async () => {
  const now = Date.now();
  later(365 * 86_400_000);
  news.point(FIRST);
  engine = await all.open();
  await nextPoll(news);
  later(now - Date.now());
  news.publishCandidate(SECOND);
  news.setPointer({ version: SECOND, at: new Date(now).toISOString() });
  await nextPoll(news);
  expect(liveVersions(engine)).toContain(`news@${SECOND}`);
});

describe('an unsigned pointer of older commands', () => {
  const liveWith = async (pointer: object) => {
    news.setJson('/current.json', pointer);
    engine = await all.open();
    await nextPoll(news);
    return liveVersions(engine).find((each) => each.startsWith('news'));
  };
  const until = (ms: number) => ({ percent: 10, until: new Date(Date.now() + ms).toISOString() });
  beforeEach(() => {
    news.publishCandidate(SECOND);
  });

  test.each<[string, object | null, string]>([
    ['its version', null, SECOND],
    ['the version before, during its rollout', { previous: FIRST, rollout: until(86_400_000) }, FIRST],
    ['its version, after its rollout', { previous: FIRST, rollout: until(-86_400_000) }, SECOND],
  ])('gives an updated host %s, with one warning', async (_, rest, expected) => {
    expect(await liveWith({ version: SECOND, ...rest })).toBe(`news@${expected}`);
    await nextPoll(news);
    expect(engine.report().remotes['news']?.partial).toBeUndefined();
    expect(all.log.warn.mock.calls).toEqual([
      ['The pointer of mfe-news is not signed; update the team’s commands, then release or roll back again'],
    ]);
  });

  test('is refused for ever once the host has seen a signed one', async () => {
    expect(await liveWith({ version: FIRST })).toBe(`news@${FIRST}`);
    news.publish(SECOND);
    await nextPoll(news);
    expect(liveVersions(engine)).toContain(`news@${SECOND}`);
    await engine.stop();
    expect(await liveWith({ version: FIRST })).toBe(`news@${SECOND}`);
    expect(engine.report().remotes['news']?.rejections).toMatchObject([
      { step: 'discover', reason: expect.stringContaining('current.json') },
    ]);
  });

  test('with a wrong signature is refused also by a new host', async () => {
    news.setJson('/current.json', { ...SIGNED, version: SECOND });
    engine = await all.open({ startDeadlineMs: 0 });
    await nextPoll(news);
    expect(liveVersions(engine)).not.toContain(`news@${SECOND}`);
  });
});
