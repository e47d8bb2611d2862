import { expect, test } from '@jest/globals';
import { transform } from 'esbuild';
import { nameSources } from './report';

const VERSION = '1'.repeat(12);
const SOURCE = `export const sum = (one: number, other: number) => one + other;

export function fail(): never {
  throw new Error('луна');
}
`;

const at = (version: string, place: string) =>
  `Error: луна at fail (http://127.0.0.1:1/remotes/blog/${version}/client/static/${place})`;

test('a place in a script of the release is replaced by its line in the sources; any other is unchanged', async () => {
  const { code, map } = await transform(SOURCE, {
    ...{ loader: 'ts', minify: true, sourcemap: 'external', sourcefile: 'mfe-blog/src/teaser/fail.ts' },
  });
  const built = {
    release: { version: VERSION, files: { 'maps/static/teaser.1.js.map': { size: map.length, sha384: '' } } },
    read: () => Promise.resolve(Buffer.from(map)),
  };
  const column = String(code.indexOf('throw') + 1);
  expect(await nameSources(at(VERSION, `teaser.1.js:1:${column}`), built)).toBe(
    'Error: луна at fail (mfe-blog/src/teaser/fail.ts:4)',
  );
  const ofAnother = at('2'.repeat(12), 'teaser.1.js:1:1');
  const withoutMap = at(VERSION, 'other.1.js:1:1');
  const notInMap = at(VERSION, 'teaser.1.js:99:1');
  for (const text of [ofAnother, withoutMap, notInMap]) expect(await nameSources(text, built)).toBe(text);
});
