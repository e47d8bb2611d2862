import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { makeKeyPair } from '@vidlunnia/releases/signature';
import type { ObjectStore } from '@vidlunnia/releases/versioned-store';
import { buildOrigin } from './origin';
import { publish, publishedManifest, releasesAt } from './publish';
import { targetOf } from './team';
import { startS3Server } from './testing/s3-server';
import { FIRST, sampleRelease, SECOND, THIRD } from './testing/sample-release';
import { temporaryFolder } from '@vidlunnia/settings/testing';
import { blog, observed, publishSamples } from './testing/sample-team';

const { privateKey } = makeKeyPair();
const FILE = 'client/remoteEntry.js';

async function inFolder() {
  const RELEASE_TARGET = temporaryFolder();
  const server = await buildOrigin(path.join(RELEASE_TARGET, blog.folder));
  const origin = await server.listen({ port: 0, host: '127.0.0.1' });
  return { environment: { RELEASE_TARGET }, origin, stop: () => server.close() };
}

async function inBucket() {
  const { origin, bucket, environment, stop } = await startS3Server();
  const RELEASE_TARGET = `s3://${bucket}/site`;
  const address = `${origin}/${bucket}/site/${blog.folder}`;
  return { environment: { ...environment, RELEASE_TARGET }, origin: address, stop };
}

/** Every kind of place that `RELEASE_TARGET` can name, with the origin where visitors' shells read the releases. */
const PLACES = [
  ['a folder', inFolder],
  ['a bucket of S3', inBucket],
] as const;

describe.each(PLACES)('%s', (_, open) => {
  let place: Awaited<ReturnType<typeof open>>;
  let target: ObjectStore;
  beforeEach(async () => {
    place = await open();
    target = another();
  });
  afterEach(async () => {
    await place.stop();
  });
  /** The same place for another process. */
  const another = () => targetOf(blog, place.environment);
  const publishAll = (...versions: string[]) => publishSamples({ target }, ...versions);
  const current = () => releasesAt(target).current();
  const entered = async () => (await releasesAt(target).history()).map(({ version }) => version);
  // A bucket gives its clock in seconds.
  const prune = (from = target) => releasesAt(from).prune({ kept: 1, graceMs: -1_000 });
  /** Bytes as visitors' shells get them. */
  const visible = async (name: string) => {
    const response = await fetch(`${place.origin}/${name}`);
    const text = await response.text();
    return response.ok ? text : null;
  };
  /** A process that ends when it is about to change its nth object. */
  const killedAt = (count: number) => {
    let changes = 0;
    return observed(target, () => {
      changes += 1;
      if (changes === count) throw new Error('killed');
    });
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

  test('a published version is complete at the origin; only its files may be cached', async () => {
    await publishAll(FIRST);
    expect(await visible(`${FIRST}/release.json.sig`)).toMatch(/^\S{88}\n$/);
    expect(await visible(`${FIRST}/${FILE}`)).toBe(FIRST);
    const cached = async (name: string) =>
      (await fetch(`${place.origin}/${name}`)).headers.get('cache-control');
    const names = ['current.json', 'history.json', `${FIRST}/${FILE}`];
    const rules = ['no-store', 'no-store', 'public, max-age=31536000, immutable'];
    expect(await Promise.all(names.map(cached))).toEqual(rules);
  });

  test('concurrent publishers each publish completely, once; the last in the history is live', async () => {
    const versions = [FIRST, FIRST, SECOND, THIRD];
    await Promise.all(versions.map((version) => publish(another(), sampleRelease(version), privateKey)));
    const history = await entered();
    expect([...new Set(history)].sort()).toEqual([FIRST, SECOND, THIRD]);
    expect(await current()).toBe(history.at(-1));
    for (const version of versions) expect(await visible(`${version}/${FILE}`)).toBe(version);
  });

  test.each([1, 2, 3, 4, 5, 6])(
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

  test('after a removal was killed, the next one continues', async () => {
    await publishAll(FIRST, SECOND, THIRD);
    // The history is changed before the first file.
    await expect(prune(killedAt(4))).rejects.toThrow('killed');
    expect(await prune()).toEqual([FIRST, SECOND]);
    const left = (await target.list()).map(({ name }) => name).filter((name) => !name.startsWith(THIRD));
    expect(left.sort()).toEqual(['current.json', 'history.json']);
  });
});
