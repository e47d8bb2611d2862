import { expect, test } from '@jest/globals';
import { sizeReport } from './sizes';
import { FIRST, sampleRelease, SECOND } from './testing/sample-release';

const release = (version: string, texts: Readonly<Record<string, string>>) =>
  sampleRelease(version, texts).release;
const earlier = release(FIRST, { 'client/a.js': 'a'.repeat(2_000), 'client/font.woff2': 'f'.repeat(9_000) });

test('a release’s size is reported beside the current one’s, with what visitors have not got yet', () => {
  const next = release(SECOND, {
    'client/b.js': 'b'.repeat(2_500),
    'client/renamed.woff2': 'f'.repeat(9_000),
  });
  expect(sizeReport(next, earlier)).toBe(
    `${SECOND}: 2 files, 11.5 kB (+0.5 kB against ${FIRST}); new: 1 files, 2.5 kB`,
  );
});

test('a smaller one has a minus, the first one nothing beside it', () => {
  expect(sizeReport(release(SECOND, { a: 'a' }), earlier)).toContain(`(−11.0 kB against ${FIRST})`);
  expect(sizeReport(earlier, null)).toBe(`${FIRST}: 2 files, 11.0 kB; it is the first release`);
});
