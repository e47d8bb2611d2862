import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { makeKeyPair } from '@vidlunnia/releases/signature';
import type { ObjectStore } from '@vidlunnia/releases/versioned-store';
import { remotes } from '@vidlunnia/settings/topology';
import { ensureKey } from './keys';
import { pointAt, publish, publishedManifest, releasesAt } from './publish';
import { targetOf } from './team';
import { startRelease } from './testing/release-process';
import { FIRST, sampleRelease, SECOND } from './testing/sample-release';
import { publishSamples, startPromotingSite, temporaryFolder } from './testing/sample-team';
import { PLACES, type Place, type Places } from './testing/targets';

const THIRD = 'cccccccccccc';
const { privateKey } = makeKeyPair();
const FILE = 'client/remoteEntry.js';

describe.each(Object.entries(PLACES))('%s', (_, open) => {
  let places: Places;
  let place: Place;
  let target: ObjectStore;
  beforeAll(async () => {
    places = await open();
  });
  afterAll(() => places.stop());
  beforeEach(async () => {
    place = await places.open();
    target = another();
  });
  /** The same place for another process. */
  const another = () => targetOf(remotes.blog, place.environment);
  const publishAll = (...versions: string[]) => publishSamples({ target }, ...versions);
  const current = () => releasesAt(target).current();
  const entered = async () => (await releasesAt(target).history()).map(({ version }) => version);
  const prune = (kept: number, graceMs?: number, from = target) =>
    releasesAt(from).prune({ kept, ...(graceMs !== undefined && { graceMs }) });
  /** Bytes as visitors' shells get them. */
  const visible = async (name: string) => {
    const response = await fetch(`${place.origin}/${name}`);
    const text = await response.text();
    return response.ok ? text : null;
  };
  /** A process that ends when it is about to change its nth object. */
  const killedAt = (count: number): ObjectStore => {
    let changes = 0;
    const live = () => {
      changes += 1;
      if (changes === count) throw new Error('killed');
    };
    return {
      read: (name) => target.read(name),
      write: async (name, bytes) => {
        live();
        await target.write(name, bytes);
      },
      remove: async (name) => {
        live();
        await target.remove(name);
      },
      update: (name, change) =>
        target.update(name, async (bytes) => {
          const next = await change(bytes);
          if (next) live();
          return next;
        }),
    };
  };

  test('a reader sees the old bytes or the new ones, never a part', async () => {
    const texts = ['a'.repeat(300_000), 'b'.repeat(500_000)];
    await target.write('x', Buffer.from(texts[0] ?? ''));
    for (let time = 0; time < 8; time += 1) {
      const [, ...read] = await Promise.all([
        target.write('x', Buffer.from(texts[time % 2] ?? '')),
        ...Array.from({ length: 4 }, () => target.read('x')),
      ]);
      for (const bytes of read) expect(texts.includes(bytes?.toString() ?? '')).toBe(true);
    }
  });

  test('a version is complete at the origin before the pointer names it; the pointer must not be cached', async () => {
    let signature: string | null = null;
    const watched: ObjectStore = {
      ...target,
      update: async (name, change) => {
        if (name === 'current.json') signature = await visible(`${FIRST}/release.json.sig`);
        await target.update(name, change);
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

  test('concurrent publishers each publish completely, once; the last in the history is live', async () => {
    const versions = [FIRST, FIRST, SECOND, THIRD];
    await Promise.all(versions.map((version) => publish(another(), sampleRelease(version), privateKey)));
    const history = await entered();
    expect([...new Set(history)].sort()).toEqual([FIRST, SECOND, THIRD]);
    expect(await current()).toBe(history.at(-1));
    for (const version of versions) expect(await visible(`${version}/${FILE}`)).toBe(version);
  });

  test('a rollback changes only the pointer; an outdated version is removed', async () => {
    await publishAll(FIRST, SECOND);
    await pointAt(target, FIRST, 'rollback');
    expect([await current(), await entered()]).toEqual([FIRST, [FIRST, SECOND, FIRST]]);
    expect(await prune(1, 0)).toEqual([SECOND]);
    expect(await visible(`${FIRST}/${FILE}`)).toBe(FIRST);
    for (const name of [FILE, 'release.json', 'release.json.sig'])
      expect(await visible(`${SECOND}/${name}`)).toBeNull();
    expect(await entered()).toEqual([FIRST, FIRST]);
  });

  test.each([1, 2, 3, 4, 5, 6, 7])(
    'after a publisher was killed before its change %i the pointer has not moved, and the next one finishes',
    async (count) => {
      await publishAll(FIRST);
      const killed = publish(killedAt(count), sampleRelease(SECOND), privateKey);
      await expect(killed).rejects.toThrow('killed');
      expect(await current()).toBe(FIRST);
      await publishAll(SECOND);
      expect([await current(), await visible(`${SECOND}/${FILE}`)]).toEqual([SECOND, SECOND]);
      expect(await publishedManifest(target, SECOND)).not.toBeNull();
    },
  );

  test('other bytes of a version that a killed publisher began are rejected until its files are removed', async () => {
    await publishAll(FIRST);
    const half = sampleRelease(SECOND, { [FILE]: 'half', 'client/old.js': '' });
    await expect(publish(killedAt(5), half, privateKey)).rejects.toThrow('killed');
    await expect(publishAll(SECOND)).rejects.toThrow('with other bytes');
    expect(await prune(20)).toEqual([]);
    expect(await prune(20, 0)).toEqual([SECOND]);
    expect(await target.read(`${SECOND}/client/old.js`)).toBeNull();
    await publishAll(SECOND);
    expect(await current()).toBe(SECOND);
  });

  test('after a removal was killed, the next one continues', async () => {
    await publishAll(FIRST, SECOND, THIRD);
    // The note and the history are changed before the first file.
    await expect(prune(1, 0, killedAt(5))).rejects.toThrow('killed');
    expect(await prune(1, 0)).toEqual([FIRST, SECOND]);
    for (const version of [FIRST, SECOND]) expect(await target.read(`${version}/release.json`)).toBeNull();
    expect(JSON.parse(String(await target.read('.unnamed.json')))).toEqual([]);
  });

  test('a process killed while it writes files changes nothing; two concurrent ones afterwards both finish', async () => {
    const folder = temporaryFolder();
    const environment = { ...place.environment, KEYS_DIR: folder };
    await ensureKey(remotes.blog, environment);
    await publishAll(FIRST);
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
    expect([await current(), await entered()]).toEqual([FIRST, [FIRST]]);

    const both = [start(SECOND), start(THIRD)];
    expect(await Promise.all(both.map(({ ended }) => ended))).toEqual(['code 0', 'code 0']);
    const history = await entered();
    expect(new Set(history)).toEqual(new Set([FIRST, SECOND, THIRD]));
    expect(await current()).toBe(history.at(-1));
    for (const version of [SECOND, THIRD]) expect(await publishedManifest(target, version)).not.toBeNull();
  });

  test('a malformed file is rejected by its name', async () => {
    await target.write('current.json', Buffer.from('{"version":"../.."}'));
    await expect(current()).rejects.toThrow('current.json of the origin: version is “../..”');
  });
});
