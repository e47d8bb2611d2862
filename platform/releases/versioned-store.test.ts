import { Type } from '@sinclair/typebox';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { manifestOf } from './testing/manifest';
import {
  GRACE_MS,
  inParallel,
  versionedStore,
  type NamedVersion,
  type NewVersion,
  type ObjectStore,
  type VersionedStore,
} from './versioned-store';

const [A, B, C] = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb', 'cccccccccccc'] as const;

// In memory. In a folder or a bucket, with processes that are killed: platform/remote-kit/release/versioned-store.test.ts.
let objects: Map<string, Buffer>;
let written: Map<string, number>;
let store: VersionedStore<NamedVersion>;
jest.useFakeTimers();
beforeEach(() => {
  objects = new Map();
  written = new Map();
  const read = (name: string) => Promise.resolve(objects.get(name) ?? null);
  const write = (name: string, bytes: Uint8Array) => {
    written.set(name, Date.now());
    return Promise.resolve(void objects.set(name, Buffer.from(bytes)));
  };
  const inMemory: ObjectStore = {
    place: 'memory',
    read,
    write,
    remove: (name) => Promise.resolve(void objects.delete(name)),
    list: () =>
      Promise.resolve(
        [...objects.keys()].map((name) => ({ name, ageMs: Date.now() - (written.get(name) ?? 0) })),
      ),
    update: async (name, change) => {
      for (let next = await change(await read(name)); next; next = await change(next))
        await write(name, next);
    },
  };
  store = versionedStore(inMemory, Type.Array(Type.Object({ version: Type.String() })), ({ version }) => ({
    version,
    length: version.length,
    absent: undefined,
  }));
});

const newVersion = (version: string, texts: Readonly<Record<string, string>> = { 'x.js': version }) => {
  const { files } = manifestOf('news', version, texts, {});
  const read = jest.fn<NewVersion['read']>((file) => Promise.resolve(Buffer.from(texts[file] ?? '')));
  return { version, manifest: Buffer.from(JSON.stringify({ files })), files, read };
};
const enter = (entry: NamedVersion) =>
  store.change((history) => (history.at(-1)?.version === entry.version ? history : [...history, entry]));
const publish = async (...versions: readonly string[]) => {
  for (const version of versions) {
    await store.write(newVersion(version));
    await enter({ version });
  }
};
const entered = async () => (await store.history()).map(({ version }) => version);
const hasFiles = (version: string) => objects.has(`${version}/x.js`);
const pass = (milliseconds: number) => {
  jest.advanceTimersByTime(milliseconds);
};
const MONTH_MS = 30 * 86_400_000;
const inFuture = (milliseconds: number) => new Date(Date.now() + milliseconds);

test('the pointer is made from the last version', async () => {
  const pointer = () => JSON.parse(String(objects.get('current.json'))) as unknown;
  expect(await store.current()).toBeNull();
  await publish(A, B);
  expect(pointer()).toEqual({ version: B, length: 12 });
  objects.set('current.json', Buffer.from('{"version":"../.."}'));
  await expect(store.current()).rejects.toThrow('current.json in memory: version is “../..”');
  await store.change((history) => history.slice(0, 1));
  expect(pointer()).toEqual({ version: A, length: 12 });
});

describe('a version', () => {
  test('is written without the files that exist; damaged ones are replaced', async () => {
    const version = newVersion(A, { 'x.js': '1', 'y.js': '2' });
    objects.set(`${A}/x.js`, Buffer.from('1')).set(`${A}/y.js`, Buffer.from('?'));
    await store.write(version);
    expect(version.read.mock.calls).toEqual([['y.js']]);
    expect(String(objects.get(`${A}/y.js`))).toBe('2');
  });

  test('is rejected with a file that is not its own, or at a signal, or when its files take too long', async () => {
    const version = newVersion(A);
    const signal = AbortSignal.abort(new Error('interrupted'));
    await expect(store.write(version, { signal })).rejects.toThrow('interrupted');
    version.read.mockResolvedValueOnce(Buffer.from('?'));
    await expect(store.write(version)).rejects.toThrow('x.js is not the file that the release names');
    expect(hasFiles(A)).toBe(false);
    version.read.mockImplementation(() => {
      pass(GRACE_MS / 2 + 1);
      return Promise.resolve(Buffer.from(A));
    });
    await expect(store.write(version)).rejects.toThrow('It took so long that another process may remove it');
  });

  test('is not written over another with its name, unless its manifest counts as the same', async () => {
    await publish(A);
    const other = newVersion(A, { 'y.js': '' });
    await expect(store.write(other)).rejects.toMatchObject({
      name: 'PublishedDifferentlyError',
      message: expect.stringContaining('with other bytes'),
    });
    expect(objects.has(`${A}/y.js`)).toBe(false);
    await store.write({ ...other, isSame: () => true });
    expect(objects.has(`${A}/y.js`)).toBe(true);
    const again = newVersion(A);
    await store.write(again);
    expect(again.read).not.toHaveBeenCalled();
    expect(objects.get(`${A}/release.json`)).toEqual(again.manifest);
  });

  test('with a damaged manifest is written again', async () => {
    await publish(A);
    objects.set(`${A}/release.json`, Buffer.from('{"fi'));
    await store.write(newVersion(A));
    expect(objects.get(`${A}/release.json`)).toEqual(newVersion(A).manifest);
  });
});

test.each([
  ['history.json', () => store.history()],
  ['current.json', () => store.current()],
  ['.candidates.json', () => store.candidates()],
])(
  'a damaged %s is an error for readers; a change sets it aside, says so, and writes it again; for thirty days all files stay',
  async (name, read) => {
    const write = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    await publish(A);
    objects.set(name, Buffer.from('{"ver'));
    await expect(read()).rejects.toThrow(`${name} in memory is not JSON`);
    await store.write(newVersion(C), { until: inFuture(MONTH_MS) });
    await publish(B);
    expect(write.mock.calls).toEqual([
      [`${name} in memory is not JSON; it is now ${name}.damaged, and a new one is begun\n`],
    ]);
    write.mockRestore();
    expect(String(objects.get(`${name}.damaged`))).toBe('{"ver');
    expect([await store.current(), (await entered()).at(-1)]).toEqual([B, B]);
    expect(await read()).not.toEqual([]);
    await store.change(() => [{ version: B }]);
    pass(MONTH_MS - 1);
    expect(await store.prune({ kept: 1 })).toEqual([]);
    pass(1);
    expect(await store.prune({ kept: 1 })).toEqual([A, C]);
  },
);

test('the history keeps the newest versions; one that was live again counts as new', async () => {
  await publish(A, B, A, C);
  await store.prune({ kept: 3 });
  expect(await entered()).toEqual([A, B, A, C]);
  await store.prune({ kept: 2 });
  expect(await entered()).toEqual([A, A, C]);
});

describe('files of a version outside the history', () => {
  test('are removed five minutes after a process last wrote one of them', async () => {
    await store.write(newVersion(A));
    for (const name of ['x.js.map', 'release.json.sig']) objects.set(`${A}/${name}`, Buffer.from('?'));
    objects.set('facts.json', Buffer.from('{}'));
    pass(GRACE_MS - 1);
    expect(await store.prune({ kept: 9 })).toEqual([]);
    await store.write(newVersion(B));
    pass(1);
    expect(await store.prune({ kept: 9 })).toEqual([A]);
    expect([...objects.keys()].sort()).toEqual([`${B}/release.json`, `${B}/x.js`, 'facts.json']);
  });

  test('stay for five minutes more when a process publishes them again', async () => {
    await store.write(newVersion(A));
    pass(GRACE_MS);
    await store.write(newVersion(A));
    pass(GRACE_MS - 1);
    expect(await store.prune({ kept: 9 })).toEqual([]);
    await enter({ version: A });
    pass(1);
    expect(await store.prune({ kept: 9 })).toEqual([]);
  });

  test('stay while other bytes are rejected, but not longer', async () => {
    await store.write(newVersion(A));
    pass(GRACE_MS);
    await expect(store.write(newVersion(A, { 'y.js': '' }))).rejects.toThrow('with other bytes');
    expect(await store.prune({ kept: 9 })).toEqual([A]);
  });

  test.each([
    ['is live elsewhere', B, { live: A }],
    ['the pointer still names, after a kill', A, {}],
  ])('stay while the version %s', async (_, pointer, live) => {
    await publish(A, B);
    objects.set('current.json', Buffer.from(JSON.stringify({ version: pointer })));
    await store.prune({ kept: 1, graceMs: 0, ...live });
    expect([await entered(), hasFiles(A)]).toEqual([[A, B], true]);
  });

  test.each([
    ['a future time', GRACE_MS],
    ['no time', NaN],
  ])('stay if the store gives one of them %s', async (_, aheadMs) => {
    await store.write(newVersion(A));
    written.set(`${A}/x.js`, Date.now() + aheadMs);
    pass(GRACE_MS);
    expect(await store.prune({ kept: 9 })).toEqual([]);
  });
});

describe('a candidate', () => {
  const candidates = async () => (await store.candidates()).map(({ version }) => version);
  const prepare = (version: string, ms?: number) =>
    store.write(newVersion(version), { until: ms === undefined ? undefined : inFuture(ms) });

  test('is kept until its end, also if its version is written again', async () => {
    const until = inFuture(10 * GRACE_MS).toISOString();
    await prepare(A, 10 * GRACE_MS);
    await prepare(A);
    await prepare(A, GRACE_MS);
    await prepare(B, 2 * GRACE_MS);
    expect(await store.candidates()).toEqual([
      { version: B, until: inFuture(2 * GRACE_MS).toISOString() },
      { version: A, until },
    ]);
    pass(2 * GRACE_MS);
    expect(await candidates()).toEqual([A]);
    expect(await store.prune({ kept: 1 })).toEqual([B]);
    pass(8 * GRACE_MS);
    expect(await store.prune({ kept: 1 })).toEqual([A]);
  });

  test('of more than twenty ends early, the oldest first', async () => {
    const versions = Array.from({ length: 21 }, (_, index) => String(index).padStart(12, '0'));
    for (const version of versions) await prepare(version, GRACE_MS);
    expect(await candidates()).toEqual(versions.slice(1).reverse());
  });
});

test('parallel work begins nothing after a failure, and ends with it when the running tasks have ended', async () => {
  const log: string[] = [];
  const work = async (item: number) => {
    log.push(`${String(item)} begins`);
    await Promise.resolve();
    if (item === 1) throw new Error('failed');
    await Promise.resolve();
    log.push(`${String(item)} ends`);
  };
  await expect(inParallel([1, 2, 3, 4], 2, work)).rejects.toThrow('failed');
  expect(log).toEqual(['1 begins', '2 begins', '2 ends']);
});
