import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { remotes } from '../environment/topology';
import { pointAt, readHistory, readPointer } from './history';
import { ensureKey } from './keys';
import { publish } from './publish';
import { release } from './release';
import type { ReleaseTarget } from './release-target';
import { prune } from './retention';
import { rollBack } from './roll-back';
import { makeKeyPair } from './signature';
import { targetOf } from './target-of';
import type { StoreLockOptions } from './store-lock';
import type { Team } from './team';
import { FIRST, sampleRelease, SECOND } from './testing/sample-release';
import { sampleTree } from './testing/sample-tree';
import { startOriginReadingSite } from './testing/site-double';
import { PLACES, type Place, type Places } from './testing/targets';
import { temporaryFolder } from './testing/temporary-folder';

const { privateKey } = makeKeyPair();
const never = new AbortController().signal;
/** Milliseconds: a test cannot wait as long as a release. */
const QUICK: StoreLockOptions = { silence: 3_000, settling: 200 };
const FILE = 'client/remoteEntry.js';

describe.each(Object.entries(PLACES))('%s', (kind, open) => {
  let places: Places;
  let place: Place;
  beforeAll(async () => {
    places = await open();
  });
  afterAll(() => places.stop());
  beforeEach(async () => {
    place = await places.open();
  });
  const target = (options: StoreLockOptions = {}): ReleaseTarget =>
    targetOf(remotes.blog, place.environment, { ...QUICK, ...options });
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
      write: async (name, bytes) => {
        if (name === 'current.json') seen.push(await visible(`${FIRST}/release.json.sig`));
        await first.write(name, bytes);
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

  test('an interrupted release leaves the previous one live; the next one finishes and clears up', async () => {
    await publish(target(), sampleRelease(FIRST), privateKey);
    const broken = {
      ...sampleRelease(SECOND),
      read: (file: string) =>
        file === FILE ? sampleRelease(SECOND).read(file) : Promise.reject(new Error('cut off')),
    };
    await expect(publish(target(), broken, privateKey)).rejects.toThrow('cut off');
    expect([await readPointer(target()), await visible(`${SECOND}/${FILE}`)]).toEqual([FIRST, SECOND]);

    const third = 'c'.repeat(12);
    await publish(target(), sampleRelease(third), privateKey);
    expect(await prune(target(), { keepFor: 0 })).toEqual([SECOND]);
    expect([await readPointer(target()), await visible(`${SECOND}/${FILE}`)]).toEqual([third, null]);
  });

  test('two at once: one after the other, both whole', async () => {
    await Promise.all(
      [FIRST, SECOND].map((version) => publish(target(), sampleRelease(version), privateKey)),
    );
    const versions = (await readHistory(target())).map(({ version }) => version);
    expect([...versions].sort()).toEqual([FIRST, SECOND]);
    expect(await readPointer(target())).toBe(versions.at(-1));
  });

  test('who waits hears once of whom, and gets its turn when that one ends', async () => {
    const heard: string[] = [];
    const order: string[] = [];
    let waiting: Promise<unknown> = Promise.resolve();
    await target().exclusively(async () => {
      await new Promise<void>((resolve) => {
        const onWait = (holder: string) => {
          heard.push(holder);
          resolve();
        };
        waiting = target({ onWait }).exclusively(() => Promise.resolve(order.push('the next one')));
      });
      order.push('the first one');
    });
    await waiting;
    expect(order).toEqual(['the first one', 'the next one']);
    expect(heard).toEqual([expect.stringContaining(`(process ${String(process.pid)})`)]);
  });

  test('work never overlaps', async () => {
    let working = 0;
    const work = () =>
      target().exclusively(async () => {
        working += 1;
        expect(working).toBe(1);
        await target().read('x');
        working -= 1;
      });
    await Promise.all(Array.from({ length: 4 }, work));
  });

  test('a target that is held is given up after the deadline, naming the holder', async () => {
    await target().exclusively(async () => {
      const late = target({ lockDeadline: 80 }).exclusively(() => Promise.resolve());
      await expect(late).rejects.toThrow(/ on \S+ \(process \d+\) has not finished its release in 0\.08 s/);
    });
  });

  test('a holder without a heartbeat is passed over', async () => {
    await place.holdElsewhere();
    const heard: string[] = [];
    const onWait = (holder: string) => void heard.push(holder);
    await publish(target({ silence: 300, onWait }), sampleRelease(FIRST), privateKey);
    expect([await readPointer(target()), heard]).toEqual([FIRST, ['olena on elsewhere (process 4711)']]);
  });

  test('who has lost the lock writes nothing that counts, and hears of it', async () => {
    await publish(target(), sampleRelease(FIRST), privateKey);
    const lost = target();
    const work = lost.exclusively(async () => {
      await readPointer(lost);
      await place.holdElsewhere();
      await lost.write('current.json', Buffer.from('{}'));
    });
    await expect(work).rejects.toThrow('Another release has taken over');
    expect(await readPointer(target())).toBe(FIRST);
  });

  test('going back needs only the pointer; what is out of date goes, what is named stays', async () => {
    await publish(target(), sampleRelease(FIRST), privateKey);
    await publish(target(), sampleRelease(SECOND), privateKey);
    const one = target();
    await one.exclusively(() => pointAt(one, FIRST, 'rollback'));
    expect([await readPointer(one), (await readHistory(one)).length]).toEqual([FIRST, 3]);
    expect(await prune(one, { keepFor: 0, kept: 1 })).toEqual([SECOND]);
    expect(await visible(`${FIRST}/${FILE}`)).toBe(FIRST);
    for (const name of [FILE, 'release.json', 'release.json.sig']) {
      expect(await visible(`${SECOND}/${name}`)).toBeNull();
    }
    expect((await readHistory(one)).map(({ version }) => version)).toEqual([FIRST, FIRST]);
    const back = one.exclusively(() => pointAt(one, SECOND, 'rollback'));
    await expect(back).rejects.toThrow(`${SECOND} is not published`);
  });

  test('release and rollback go through it to a site that reads its origin', async () => {
    const said: string[] = [];
    const environment = { ...place.environment, KEYS_DIR: temporaryFolder() };
    await ensureKey(remotes.blog, environment);
    const team: Team = {
      ...{ remote: remotes.blog, environment, target: target() },
      site: await startOriginReadingSite(place.origin),
      say: (line) => said.push(line),
    };
    const released = (version: string) =>
      release(team, ['--without-browser'], never, sampleTree(sampleRelease(version), { Build: '' }));
    await released(FIRST);
    await released(SECOND);
    await rollBack(team, [], never);
    expect(said.flatMap((line) => /^(\w+) is live at /.exec(line)?.[1] ?? [])).toEqual([
      FIRST,
      SECOND,
      FIRST,
    ]);
  });

  // lock.test.ts has the rest for folders.
  if (kind === 'a folder') return;
  test('who works for longer than a dead one is waited for keeps the lock', async () => {
    const silence = 1_000;
    await target({ silence }).exclusively(async () => {
      const late = target({ silence, lockDeadline: 2 * silence }).exclusively(() => Promise.resolve());
      await expect(late).rejects.toThrow('has not finished its release');
      await target().write('still', Buffer.from('ours'));
    });
  });

  // Neither files nor nginx, nor its double, know the condition of a write; http-store.test.ts has a server that does.
  if (kind !== 'a bucket of S3') return;
  test('a pointer that somebody else moved is left alone', async () => {
    await publish(target(), sampleRelease(FIRST), privateKey);
    const one = target();
    const work = one.exclusively(async () => {
      await readPointer(one);
      await target().write('current.json', Buffer.from(`{"version":"${SECOND}"}`));
      await one.write('current.json', Buffer.from('{}'));
    });
    await expect(work).rejects.toThrow(
      /^current\.json at \S+ was changed by somebody else meanwhile; release again$/,
    );
    expect(await readPointer(target())).toBe(SECOND);
  });
});
