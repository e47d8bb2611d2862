import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { transform } from 'esbuild';
import { checkReact } from './build-checks';
import { SECOND, sampleRelease } from './testing/sample-release';

const releaseWith = (script: string) => sampleRelease(SECOND, { 'client/static/forms.js': script });

test.each(['react.production.js', 'react.development.js'])('a release with %s is rejected', async (file) => {
  const folder = path.dirname(createRequire(__filename).resolve('react'));
  const { code } = await transform(readFileSync(path.join(folder, 'cjs', file), 'utf8'), { minify: true });
  await expect(checkReact(releaseWith(code))).rejects.toThrow(
    /^Two copies of React would be on the page: the shell’s, and one that b{12} brings in client\/static\/forms\.js\./,
  );
});

test('a release that shares React is not', async () => {
  await checkReact(releaseWith(`load("react").then((react) => react.useState({H:1}))`));
});
