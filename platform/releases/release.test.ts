import { expect, test } from '@jest/globals';
import { Value, ValuePointer } from '@sinclair/typebox/value';
import {
  PointerSchema,
  ReleaseManifestSchema,
  ReleaseReportSchema,
  SAFE_FILE,
  type ReleaseManifest,
  type ReleaseReport,
} from './release';

const VERSION = '0123456789ab';
const UNTIL = '2026-01-15T09:30:00.000Z';
const provenance = { difference: VERSION, author: 'Олена', committed: UNTIL, subject: 'Луна' };
const RELEASE: ReleaseManifest = {
  name: 'shop2',
  version: VERSION,
  commit: null,
  provenance,
  contract: 1,
  container: `shop2_${VERSION}`,
  entry: 'client/remoteEntry.js',
  serverEntry: 'server/remoteEntry.js',
  modules: { Post: { js: ['client/post.js'], css: ['client/post.css'] } },
  declarations: { 'index.d.ts': 'export {}' },
  shared: { react: '^19.0.0' },
  files: { 'client/remoteEntry.js': { size: 0, sha384: 'x'.repeat(64) } },
};
const rollout = { percent: 10, until: UNTIL };
const visits = { visitors: 1, failing: 0, lcp: 500, inp: null };
const live = { version: VERSION, commit: 'a', provenance, since: UNTIL, visits };
const REPORT: ReleaseReport = {
  releaseSet: 'a',
  since: UNTIL,
  remotes: {
    shop2: {
      live,
      partial: { ...live, rollout },
      previous: [live],
      rejections: [{ version: VERSION, step: 'visitors', reason: 'it fails', at: UNTIL }],
    },
  },
  contract: {
    versions: [1],
    modules: { shop2: ['Post'] },
    declarations: { a: 'b' },
    shared: { react: '19.3.1' },
  },
  content: 'a',
  remotesFileProblem: null,
};

/** JSON pointers of all parts of a value. */
const pointersIn = (value: unknown, at = ''): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, part]) => {
        const pointer = `${at}/${key.replaceAll('/', '~1')}`;
        return [pointer, ...pointersIn(part, pointer)];
      })
    : [];

test.each([
  ['release', ReleaseManifestSchema, RELEASE],
  ['report', ReleaseReportSchema, REPORT],
])('a %s is valid only if each of its parts is', (_, schema, sample) => {
  expect(Value.Check(schema, sample)).toBe(true);
  const unchecked = pointersIn(sample).filter((pointer) => {
    const changed = structuredClone(sample);
    ValuePointer.Set(changed, pointer, true);
    return Value.Check(schema, changed);
  });
  expect(unchecked).toEqual([]);
});

test.each([
  [{ name: 'Blog' }],
  [{ version: '../../etc/pw' }],
  [{ container: 'blog-0123456789ab' }],
  [{ files: { a: { size: 1, sha384: 'x' } } }],
  [{ files: { a: { size: -1, sha384: 'x'.repeat(64) } } }],
  [{ commit: 'main' }],
])('a release.json with %j is rejected', (change) => {
  expect(Value.Check(ReleaseManifestSchema, { ...RELEASE, ...change })).toBe(false);
});

test('a pointer names a version with time and signature, and a rollout to 1 to 99 percent for a day at most', () => {
  const pointer = { version: VERSION, at: '2026-01-01T00:00:00.000Z', signature: '' };
  const withRollout = (percent: number, seconds: number, visitors = 30) => ({
    ...pointer,
    rollout: { percent, seconds, visitors },
  });
  const rollouts = [withRollout(1, 60), withRollout(99, 86_400)];
  const invalid = [withRollout(0, 60), withRollout(100, 60), withRollout(10, 86_401), withRollout(10, 60, 0)];
  const others = [
    null,
    { version: VERSION },
    { ...pointer, version: '../0123456789' },
    { ...pointer, at: 'now' },
  ];
  const all = [pointer, ...rollouts, ...invalid, ...others];
  expect(all.filter((each) => Value.Check(PointerSchema, each))).toEqual([pointer, ...rollouts]);
});

test('only such names of a file are valid', () => {
  const valid = ['x', 'client/x.js', 'a-1.b/_/c.d-e.css'];
  const invalid =
    '../x client/../../x /etc/x client\\x.js C:/x.js client/.x .x x/ a/.b/c https://evil.example/x.js client/x\0.js';
  expect([...valid, ...invalid.split(' ')].filter((name) => SAFE_FILE.test(name))).toEqual(valid);
});
