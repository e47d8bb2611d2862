import { mkdirSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { repositoryRoot } from '../environment/repository';
import { remoteList } from '../environment/topology';
import { relatedTests } from './related-tests';
import { temporaryFolder } from './testing/temporary-folder';

const FILES = {
  'tsconfig.base.json': '{}',
  'mfe-blog/package.json': JSON.stringify({
    imports: { '#side': { browser: './src/side/browser.ts', default: './src/side/server.ts' } },
  }),
  'mfe-blog/src/side/browser.ts': "export { text } from './text';",
  'mfe-blog/src/side/server.ts': "export const text = 'server';",
  'mfe-blog/src/side/text.ts': "export const text = 'browser';",
  'mfe-blog/src/part.ts': "import { text } from '#side'; export const part = text;",
  'mfe-blog/src/later.ts': "export const later = () => import('./part');",
  'mfe-blog/src/alone.ts': 'export const alone = 1;',
  'mfe-blog/src/part.test.ts': "import { part } from './part'; import '@jest/globals'; part;",
  'mfe-blog/src/later.test.ts': "import { later } from './later'; void later;",
  'mfe-blog/src/alone.test.ts': "import { alone } from './alone'; alone;",
};

const tree = () => {
  const root = temporaryFolder();
  for (const [file, text] of Object.entries(FILES)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  return root;
};

test.each([
  ['a module', 'alone.ts', ['alone']],
  ['one that is imported later', 'part.ts', ['later', 'part']],
  ['one that only servers get', 'side/server.ts', ['later', 'part']],
  ['one that only browsers get', 'side/text.ts', ['later', 'part']],
  ['a test', 'later.test.ts', ['later']],
  ['one that nothing tests', 'nobody.ts', []],
])('%s concerns the tests that import it', async (_, module, names) => {
  const tests = await relatedTests('mfe-blog', [`mfe-blog/src/${module}`], tree());
  expect(tests).toEqual(names.map((name) => `mfe-blog/src/${name}.test.ts`));
});

test('no test of a remote reads a module as text: nobody would know that it depends on it', async () => {
  for (const { folder } of remoteList) {
    const src = path.join(repositoryRoot, folder, 'src');
    for (const file of await readdir(src, { recursive: true })) {
      if (!/\.test\.tsx?$/.test(file)) continue;
      expect(await readFile(path.join(src, file), 'utf8')).not.toMatch(/readFile\w*\([^;]*\.tsx?['"`]/);
    }
  }
});

test('the tests of every remote follow from their imports', async () => {
  for (const { folder } of remoteList) {
    expect(await relatedTests(folder, [`${folder}/src/exposes.ts`])).toContain(
      `${folder}/src/exposes.test.tsx`,
    );
  }
});
