import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { remotes } from '../environment/topology';
import { pointAt, readHistory, readPointer } from './history';
import { ensureKey } from './keys';
import { publish } from './publish';
import { publishedManifest } from './published';
import type { ReleaseTarget } from './release-target';
import { prune } from './retention';
import { makeKeyPair } from './signature';
import { targetOf } from './target-of';
import { FIRST, sampleRelease, SECOND } from './testing/sample-release';
import { startRelease } from './testing/release-process';
import { HOLDING } from './testing/sample-tree';
import { startOriginReadingSite } from './testing/site-double';
import { PLACES, type Place, type Places } from './testing/targets';
import { temporaryFolder } from './testing/temporary-folder';

const { privateKey } = makeKeyPair();
/** Milliseconds: a test cannot wait as long as a release. */
const SETTLING = 100;
const FILE = 'client/remoteEntry.js';

describe.each(Object.entries(PLACES))('%s', (_, open) => {
  let places: Places;
  let place: Place;
  beforeAll(async () => {
    places = await open();
  });
  afterAll(() => places.stop());
  beforeEach(async () => {
    place = await places.open();
  });
  const target = (): ReleaseTarget => targetOf(remotes.blog, place.environment, SETTLING);
  /** What visitors' shells get. */
  const visible = async (name: string) => {
    const response = await fetch(`${place.origin}/${name}`);
    const text = await response.text();
    return response.ok ? text : null;
  };

  test('what was written is read, what was not is null, what was removed is gone', async () => {
    const one = target();
    expect(await one.read('v/a.js')).toBeNull();
    await one.write('v/a.js', Buffer.from('1'));
    await one.write('v/a.js', Buffer.from('22'));
    expect((await one.read('v/a.js'))?.toString()).toBe('22');
    await one.remove('v/a.js');
    await one.remove('v/a.js');
    expect(await one.read('v/a.js')).toBeNull();
  });

  test('a reader sees the old bytes or the new ones, never a part', async () => {
    const one = target();
    const texts = ['a'.repeat(300_000), 'b'.repeat(500_000)];
    await one.write('x', Buffer.from(texts[0] ?? ''));
    for (let time = 0; time < 8; time += 1) {
      const [, ...read] = await Promise.all([
        one.write('x', Buffer.from(texts[time % 2] ?? '')),
        ...Array.from({ length: 4 }, () => one.read('x')),
      ]);
      for (const bytes of read) expect(texts.includes(bytes?.toString() ?? '')).toBe(true);
    }
  });

  test('a release is whole at the origin before the pointer names it; the pointer is not to be kept', async () => {
    const first = target();
    const seen: unknown[] = [];
    const watched: ReleaseTarget = {
      ...first,
      update: async (name, change) => {
        if (name === 'current.json') seen.push(await visible(`${FIRST}/release.json.sig`));
        await first.update(name, change);
      },
    };
    await publish(watched, sampleRelease(FIRST), privateKey);
    expect(seen).toEqual([expect.stringMatching(/^\S{88}\n$/)]);
    expect([await visible(`${FIRST}/${FILE}`), JSON.parse((await visible('current.json')) ?? '')]).toEqual([
      FIRST,
      { version: FIRST },
    ]);
    const cached = async (name: string) =>
      (await fetch(`${place.origin}/${name}`)).headers.get('cache-control');
    expect([
      await cached('current.json'),
      await cached('history.json'),
      await cached(`${FIRST}/${FILE}`),
    ]).toEqual(['no-store', 'no-store', 'public, max-age=31536000, immutable']);
  });

  test('of several at once each is published whole, and the last of the history is live', async () => {
    const versions = [FIRST, SECOND, 'c'.repeat(12)];
    await Promise.all(versions.map((version) => publish(target(), sampleRelease(version), privateKey)));
    const entered = (await readHistory(target())).map(({ version }) => version);
    expect([...entered].sort()).toEqual(versions);
    expect(await readPointer(target())).toBe(entered.at(-1));
    for (const version of versions) expect(await visible(`${version}/${FILE}`)).toBe(version);
  });

  test('several may publish the same at once', async () => {
    await Promise.all([1, 2].map(() => publish(target(), sampleRelease(FIRST), privateKey)));
    expect((await readHistory(target())).map(({ version }) => version)).toEqual([FIRST]);
    expect([await readPointer(target()), await visible(`${FIRST}/${FILE}`)]).toEqual([FIRST, FIRST]);
  });

  test('going back needs only the pointer; what is out of date goes, what is named stays', async () => {
    await publish(target(), sampleRelease(FIRST), privateKey);
    await publish(target(), sampleRelease(SECOND), privateKey);
    const one = target();
    await pointAt(one, FIRST, 'rollback');
    expect([await readPointer(one), (await readHistory(one)).length]).toEqual([FIRST, 3]);
    expect(await prune(one, { keepFor: 0, kept: 1, lease: 0 })).toEqual([SECOND]);
    expect(await visible(`${FIRST}/${FILE}`)).toBe(FIRST);
    for (const name of [FILE, 'release.json', 'release.json.sig']) {
      expect(await visible(`${SECOND}/${name}`)).toBeNull();
    }
    expect((await readHistory(one)).map(({ version }) => version)).toEqual([FIRST, FIRST]);
    await expect(pointAt(one, SECOND, 'rollback')).rejects.toThrow(`${SECOND} is not published`);
  });

  test('a process that is killed among its files changes nothing; two at once afterwards both finish', async () => {
    const folder = temporaryFolder();
    const environment = { ...place.environment, KEYS_DIR: folder };
    const { privateKey } = await ensureKey(remotes.blog, environment);
    await publish(target(), sampleRelease(FIRST), privateKey);
    const site = await startOriginReadingSite(place.origin);
    const start = (version: string, stuckAt?: string) =>
      startRelease(
        folder,
        { version, scripts: HOLDING, ...(stuckAt && { stuckAt }) },
        { ...environment, SITE_URL: site.url },
      );
    const killed = start(SECOND, 'server/remoteEntry.js');
    while (!(await visible(`${SECOND}/${FILE}`))) await pause(20);
    killed.process.kill('SIGKILL');
    await killed.ended;
    expect([await readPointer(target()), (await readHistory(target())).length]).toEqual([FIRST, 1]);

    const third = 'c'.repeat(12);
    const both = [start(SECOND), start(third)];
    expect(await Promise.all(both.map(({ ended }) => ended))).toEqual(['code 0', 'code 0']);
    const versions = (await readHistory(target())).map(({ version }) => version);
    expect(new Set(versions)).toEqual(new Set([FIRST, SECOND, third]));
    expect(await readPointer(target())).toBe(versions.at(-1));
    for (const version of [SECOND, third]) expect(await publishedManifest(target(), version)).not.toBeNull();
  });
});
