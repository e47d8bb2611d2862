import { expect, test } from '@jest/globals';
import { transform } from 'esbuild';
import { nameSources } from './name-sources';

const VERSION = '1'.repeat(12);
const SOURCE = `export const sum = (one: number, other: number) => one + other;

export function fail(): never {
  throw new Error('луна');
}
`;

async function release() {
  const { code, map } = await transform(SOURCE, {
    ...{ loader: 'ts', minify: true, sourcemap: 'external', sourcefile: 'mfe-blog/src/teaser/fail.ts' },
  });
  const column = code.indexOf('throw') + 1;
  const built = {
    release: { version: VERSION, files: { 'maps/static/teaser.1.js.map': { size: map.length, sha384: '' } } },
    read: () => Promise.resolve(Buffer.from(map)),
  };
  return { built, column };
}

const at = (version: string, place: string) =>
  `Error: луна at fail (http://127.0.0.1:1/remotes/blog/${version}/client/static/${place})`;

test('a place in a script of the release is named by its line in the sources', async () => {
  const { built, column } = await release();
  expect(await nameSources(at(VERSION, `teaser.1.js:1:${String(column)}`), built)).toBe(
    'Error: луна at fail (mfe-blog/src/teaser/fail.ts:4)',
  );
});

test.each([
  ['of another release', at('2'.repeat(12), 'teaser.1.js:1:1')],
  ['of a script without a map', at(VERSION, 'other.1.js:1:1')],
  ['that its map does not know', at(VERSION, 'teaser.1.js:99:1')],
])('a place %s stays as it is', async (_, text) => {
  const { built } = await release();
  expect(await nameSources(text, built)).toBe(text);
});
