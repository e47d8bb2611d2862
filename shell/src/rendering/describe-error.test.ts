/** @jest-environment node */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Script } from 'node:vm';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ModuleKind, transpileModule } from 'typescript';
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

/** The error that a file throws; its source map names this source. */
function thrownBy(name: string, source: string): unknown {
  const { outputText, sourceMapText = '' } = transpileModule(SOURCE, {
    compilerOptions: { module: ModuleKind.CommonJS, sourceMap: true },
  });
  const file = path.join(folder, name);
  const map = { ...(JSON.parse(sourceMapText) as object), sources: [source] };
  writeFileSync(`${file}.map`, JSON.stringify(map));
  const program = new Script(`(module, exports) => {${outputText}\n}`, { filename: file });
  const module: { exports: { titleOf?: (post: null) => string } } = { exports: {} };
  (program.runInThisContext() as (module: object, exports: object) => void)(module, module.exports);
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

test('a frame of a package is not reported as the team’s', () => {
  expect(describeError(thrownBy('forms.2.js', 'node_modules/react/index.js'))).toBe(
    "Cannot read properties of null (reading 'title')",
  );
});

test('an error without a map, with several lines or causes keeps its message', () => {
  const refused = new Error('connect ECONNREFUSED 127.0.0.1:9');
  expect(describeError(new TypeError('fetch failed', { cause: refused }))).toBe(
    'fetch failed: connect ECONNREFUSED 127.0.0.1:9',
  );
  expect(describeError(new Error('one\ntwo'))).toBe('one\ntwo');
  expect(describeError('a text')).toBe('a text');
});
