import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { remotes } from '@vidlunnia/settings/topology';
import { pointAt, publishedManifest, readHistory, readPointer } from './history';
import { ensureKey } from './keys';
import { publish } from './publish';
import type { ReleaseTarget } from './release-target';
import { prune } from './retention';
import { makeKeyPair } from '@vidlunnia/releases/signature';
import { targetOf } from './team';
import { startRelease } from './testing/release-process';
import { FIRST, sampleRelease, SECOND } from './testing/sample-release';
import { startPromotingSite } from './testing/site-double';
import { PLACES, type Place, type Places } from './testing/targets';
import { temporaryFolder } from './testing/temporary-folder';

const THIRD = 'cccccccccccc';
const { privateKey } = makeKeyPair();
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
  const target = (): ReleaseTarget => targetOf(remotes.blog, place.environment);
  const entered = async () => (await readHistory(target())).map(({ version }) => version);
  /** Bytes as visitors' shells get them. */
  const visible = async (name: string) => {
    const response = await fetch(`${place.origin}/${name}`);
    const text = await response.text();
    return response.ok ? text : null;
  };

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

  test('a release is complete at the origin before the pointer names it; the pointer must not be cached', async () => {
    const first = target();
    let signature: string | null = null;
    const watched: ReleaseTarget = {
      ...first,
      update: async (name, change) => {
        if (name === 'current.json') signature = await visible(`${FIRST}/release.json.sig`);
        await first.update(name, change);
      },
    };
    await publish(watched, sampleRelease(FIRST), privateKey);
    expect(signature).toMatch(/^\S{88}\n$/);
    expect(await visible(`${FIRST}/${FILE}`)).toBe(FIRST);
    const cached = async (name: string) =>
      (await fetch(`${place.origin}/${name}`)).headers.get('cache-control');
    expect([
      await cached('current.json'),
      await cached('history.json'),
      await cached(`${FIRST}/${FILE}`),
    ]).toEqual(['no-store', 'no-store', 'public, max-age=31536000, immutable']);
  });

  test('concurrent releases are each published completely, once; the last in the history is live', async () => {
    const versions = [FIRST, FIRST, SECOND, THIRD];
    await Promise.all(versions.map((version) => publish(target(), sampleRelease(version), privateKey)));
    const history = await entered();
    expect([...new Set(history)].sort()).toEqual([FIRST, SECOND, THIRD]);
    expect(await readPointer(target())).toBe(history.at(-1));
    for (const version of versions) expect(await visible(`${version}/${FILE}`)).toBe(version);
  });

  test('a rollback changes only the pointer; an outdated release is removed', async () => {
    await publish(target(), sampleRelease(FIRST), privateKey);
    await publish(target(), sampleRelease(SECOND), privateKey);
    const one = target();
    await pointAt(one, FIRST, 'rollback');
    expect([await readPointer(one), await entered()]).toEqual([FIRST, [FIRST, SECOND, FIRST]]);
    expect(await prune(one, { kept: 1, grace: 0 })).toEqual([SECOND]);
    expect(await visible(`${FIRST}/${FILE}`)).toBe(FIRST);
    for (const name of [FILE, 'release.json', 'release.json.sig'])
      expect(await visible(`${SECOND}/${name}`)).toBeNull();
    expect(await entered()).toEqual([FIRST, FIRST]);
  });

  test('a process killed while it writes files changes nothing; two concurrent ones afterwards both finish', async () => {
    const folder = temporaryFolder();
    const environment = { ...place.environment, KEYS_DIR: folder };
    const { privateKey } = await ensureKey(remotes.blog, environment);
    await publish(target(), sampleRelease(FIRST), privateKey);
    const SITE_URL = await startPromotingSite(async () => {
      const pointer = await visible('current.json');
      return pointer && (JSON.parse(pointer) as { readonly version: string }).version;
    });
    const start = (version: string, stuckAt?: string) =>
      startRelease(folder, { version, ...(stuckAt && { stuckAt }) }, { ...environment, SITE_URL });
    const killed = start(SECOND, 'server/remoteEntry.js');
    while (!(await visible(`${SECOND}/${FILE}`))) await pause(20);
    killed.process.kill('SIGKILL');
    await killed.ended;
    expect([await readPointer(target()), await entered()]).toEqual([FIRST, [FIRST]]);

    const both = [start(SECOND), start(THIRD)];
    expect(await Promise.all(both.map(({ ended }) => ended))).toEqual(['code 0', 'code 0']);
    const history = await entered();
    expect(new Set(history)).toEqual(new Set([FIRST, SECOND, THIRD]));
    expect(await readPointer(target())).toBe(history.at(-1));
    for (const version of [SECOND, THIRD]) expect(await publishedManifest(target(), version)).not.toBeNull();
  });
});
