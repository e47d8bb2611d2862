/** @jest-environment node */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Script } from 'node:vm';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { transformSync } from 'esbuild';
import { describeError } from './describe-error';

const SOURCE = `interface Post { readonly title: string }

export const titleOf = (post: Post | null): string =>
  (post as Post).title;
`;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'described-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** What the code of a file throws, whose map names this source. */
function thrownBy(name: string, sourcefile: string): unknown {
  const { code, map } = transformSync(SOURCE, { loader: 'ts', format: 'cjs', sourcemap: true, sourcefile });
  const file = path.join(folder, name);
  writeFileSync(file, code);
  writeFileSync(`${file}.map`, map);
  const program = new Script(`(module) => {${code}}`, { filename: file });
  const module: { exports: { titleOf?: (post: null) => string } } = { exports: {} };
  (program.runInThisContext() as (loaded: object) => void)(module);
  try {
    return module.exports.titleOf?.(null);
  } catch (error) {
    return error;
  }
}

test('an error names file and line of the team’s source', () => {
  expect(describeError(thrownBy('forms.1.js', 'mfe-forms/src/form/title.ts'))).toBe(
    "Cannot read properties of null (reading 'title') (mfe-forms/src/form/title.ts:4)",
  );
});

test('a frame of a package is no place of the team’s', () => {
  expect(describeError(thrownBy('forms.2.js', 'node_modules/react/index.js'))).toBe(
    "Cannot read properties of null (reading 'title')",
  );
});

test('an error without a map, of several lines, and with causes is told in its words', () => {
  const refused = new Error('connect ECONNREFUSED 127.0.0.1:9');
  expect(describeError(new TypeError('fetch failed', { cause: refused }))).toBe(
    'fetch failed: connect ECONNREFUSED 127.0.0.1:9',
  );
  expect(describeError(new Error('one\ntwo'))).toBe('one\ntwo');
  expect(describeError('a text')).toBe('a text');
});
