import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { transform } from 'esbuild';
import { checkReact } from './react-check';
import { SECOND } from './testing/sample-release';

/** A release with this script. */
const releaseWith = (script: string) => {
  const name = 'client/static/forms.js';
  const files = { [name]: { size: script.length, sha384: '' } };
  return {
    release: { version: SECOND, files },
    read: () => Promise.resolve(Buffer.from(script)),
  };
};

const reactOf = (file: string) =>
  readFileSync(path.join(path.dirname(createRequire(__filename).resolve('react')), 'cjs', file), 'utf8');

test.each(['react.production.js', 'react.development.js'])('a release with %s is rejected', async (file) => {
  const { code } = await transform(reactOf(file), { minify: true });
  await expect(checkReact(releaseWith(code))).rejects.toThrow(
    /^Two copies of React would be on the page: the shell’s, and one that b{12} brings in client\/static\/forms\.js\./,
  );
});

test('a release that shares React is not', async () => {
  await expect(checkReact(releaseWith(`load("react").then((react) => react.useState({H:1}))`))).resolves.toBe(
    undefined,
  );
});
