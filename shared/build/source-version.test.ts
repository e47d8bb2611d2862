import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Stats } from 'webpack';
import { repositoryRoot } from '../environment/repository';
import { remoteList } from '../environment/topology';
import { checkSources, sourceFiles, sourceVersion, sourceVersions } from './source-version';

/** A repository in small: what the three kinds of packages import. */
const FILES = {
  'mfe-blog/package.json':
    '{ "imports": { "#clean": { "browser": "./src/clean.ts", "default": "./src/clean-text.ts" } } }',
  'mfe-blog/webpack.config.ts': 'config',
  'mfe-blog/src/exposes.ts': `import './post/post';`,
  'mfe-blog/src/post/post.tsx': `import '#clean'; import './post.css'; import { a } from '@vidlunnia/shared/ui'; import 'react'; a();`,
  'mfe-blog/src/post/post.css': `.mark { background: url('./mark.svg') }`,
  'mfe-blog/src/post/mark.svg': '<svg/>',
  'mfe-blog/src/clean.ts': '1',
  'mfe-blog/src/clean-text.ts': '2',
  'mfe-blog/src/samples.ts': 'samples',
  'mfe-home/package.json': '{}',
  'mfe-home/webpack.config.ts': 'config',
  'mfe-home/src/exposes.ts': '1',
  'shared/build/build-remote.ts': `import './budgets/check-budget'; import './source-version'; import './precompress';`,
  'shared/build/build-shell.ts': `import './budgets/check-budget';`,
  'shared/build/budgets/check-budget.ts': '1',
  'shared/build/source-version.ts': '1',
  'shared/build/precompress.ts': '1',
  'shared/build/webpack/remote-config.ts': `import '../../environment/topology'; import './rules';`,
  'shared/build/webpack/shell-config.ts': `import './rules';`,
  'shared/build/webpack/rules.ts': '1',
  'shared/contracts/api.ts': 'export interface LoadContext {}',
  'shared/contracts/zones.ts': 'export interface ZoneProps { b: 1 }',
  'shared/contracts/modules.ts':
    "export interface PageHead {} export interface ModuleContracts { 'blog/Post': { props: { a: 1 } }; 'home/Hero': { props: object } }",
  'shared/environment/topology.ts': '1',
  'shared/release/signature.ts': '1',
  'shared/ui/index.ts': `export { a } from './a'; import type { T } from './types';`,
  'shared/ui/a.ts': 'export const a = () => 1;',
  'shared/ui/types.ts': 'export type T = 1;',
  'shared/package.json': '{ "exports": { "./ui": "./ui/index.ts", "./release": "./release/signature.ts" } }',
  'shell/package.json': '{}',
  'shell/webpack.config.ts': 'config',
  'shell/src/client.tsx': '1',
  'shell/src/server.tsx': '1',
  'shell/src/starter/starter.ts': '1',
  'shell/server/main.ts': `import '@vidlunnia/shared/release';`,
  'shell/server/render/worker.ts': '1',
  'package-lock.json': '{}',
  'tsconfig.base.json': '{ "compilerOptions": { "verbatimModuleSyntax": true } }',
};

let temporary = '';
let root = '';
const write = (file: string, content: string, below = root) => {
  mkdirSync(path.dirname(path.join(below, file)), { recursive: true });
  writeFileSync(path.join(below, file), content);
};
const version = (below = root, folder = 'mfe-blog') => sourceVersion(folder, 'production', below);
const versions = async () => [
  ...(await sourceVersions(['mfe-blog', 'mfe-home', 'shell'], 'production', root)).values(),
];

beforeEach(() => {
  temporary = mkdtempSync(path.join(tmpdir(), 'source-version-'));
  root = path.join(temporary, 'a');
  for (const [file, content] of Object.entries(FILES)) write(file, content);
});
afterEach(() => {
  rmSync(temporary, { recursive: true });
});

test('a version is twelve hexadecimal digits, as the contract’s schema has it', async () => {
  expect(await version()).toMatch(/^[0-9a-f]{12}$/);
});

test('the same source has the same version, wherever it lies and in whatever order it was written', async () => {
  const copy = path.join(temporary, 'somewhere else');
  for (const [file, content] of Object.entries(FILES).reverse()) write(file, content, copy);
  expect(await version(copy)).toBe(await version());
});

const OF_EACH = ['package-lock.json', 'shared/package.json', 'tsconfig.base.json'];
const OF_REMOTES = [
  ...OF_EACH,
  'shared/build/build-remote.ts',
  'shared/build/precompress.ts',
  'shared/build/webpack/remote-config.ts',
  'shared/build/webpack/rules.ts',
  'shared/environment/topology.ts',
];

test.each([
  [
    'mfe-blog',
    [
      ...OF_REMOTES,
      'mfe-blog/package.json',
      'mfe-blog/src/clean-text.ts',
      'mfe-blog/src/clean.ts',
      'mfe-blog/src/exposes.ts',
      'mfe-blog/src/post/mark.svg',
      'mfe-blog/src/post/post.css',
      'mfe-blog/src/post/post.tsx',
      'mfe-blog/webpack.config.ts',
      'shared/ui/a.ts',
      'shared/ui/index.ts',
    ],
  ],
  [
    'mfe-home',
    [...OF_REMOTES, 'mfe-home/package.json', 'mfe-home/src/exposes.ts', 'mfe-home/webpack.config.ts'],
  ],
  [
    'shell',
    [
      ...OF_EACH,
      'shared/build/build-shell.ts',
      'shared/build/webpack/rules.ts',
      'shared/build/webpack/shell-config.ts',
      'shared/release/signature.ts',
      'shell/package.json',
      'shell/server/main.ts',
      'shell/server/render/worker.ts',
      'shell/src/client.tsx',
      'shell/src/server.tsx',
      'shell/src/starter/starter.ts',
      'shell/webpack.config.ts',
    ],
  ],
])('%s is of the files that its build reads, whatever else lies about', async (folder, files) => {
  for (const file of [
    'mfe-blog/src/post/post.test.tsx',
    'mfe-blog/src/testing/sample.ts',
    'mfe-blog/dist/0123456789ab/release.json',
    'mfe-blog/node_modules/react/index.js',
    'shared/tasks/start.ts',
    'README.md',
  ])
    write(file, '2');
  expect(await sourceFiles(folder, root)).toEqual([...files].sort());
});

const CONTRACT = FILES['shared/contracts/modules.ts'];

test.each([
  ['a byte of a file', 'mfe-blog/src/post/mark.svg', '<svg></svg>', ['blog']],
  ['how modules are compiled', 'tsconfig.base.json', '{ "compilerOptions": {} }', ['blog', 'home', 'shell']],
  [
    'what a module is given',
    'shared/contracts/modules.ts',
    CONTRACT.replace('a: 1', 'a: 2'),
    ['blog', 'shell'],
  ],
  ['what a zone is given', 'shared/contracts/zones.ts', 'export interface ZoneProps { b: 2 }', ['shell']],
  ['a remark in the contract', 'shared/contracts/modules.ts', `${CONTRACT} // The same`, []],
])('a change of %s alters the versions that it concerns', async (_, file, content, packages) => {
  const before = await versions();
  write(file, content);
  const after = await versions();
  expect(['blog', 'home', 'shell'].filter((__, index) => after[index] !== before[index])).toEqual(packages);
});

test('a file that is imported from now on changes it, and so does its new name', async () => {
  const found = [await version()];
  write('mfe-blog/src/post/head.ts', '1');
  found.push(await version());
  write('mfe-blog/src/exposes.ts', `import './post/post'; import './post/head';`);
  found.push(await version());
  cpSync(path.join(root, 'mfe-blog/src/post/head.ts'), path.join(root, 'mfe-blog/src/post/title.ts'));
  write('mfe-blog/src/exposes.ts', `import './post/post'; import './post/title';`);
  found.push(await version());
  expect(found[1]).toBe(found[0]);
  expect(new Set(found).size).toBe(3);
});

test('together packages have the versions that each has alone', async () => {
  expect(await versions()).toEqual([
    await version(),
    await version(root, 'mfe-home'),
    await version(root, 'shell'),
  ]);
});

test('text moved from one file to the next changes it', async () => {
  write('mfe-blog/src/clean.ts', '12');
  write('mfe-blog/src/clean-text.ts', '3');
  const before = await version();
  write('mfe-blog/src/clean.ts', '1');
  write('mfe-blog/src/clean-text.ts', '23');
  expect(await version()).not.toBe(before);
});

test('another mode and another package have versions of their own', async () => {
  const found = [...(await versions()), await sourceVersion('mfe-blog', 'development', root)];
  expect(new Set(found).size).toBe(4);
});

test('an import that leads nowhere is named', async () => {
  write('mfe-blog/src/exposes.ts', `import './nowhere';`);
  await expect(version()).rejects.toThrow('./nowhere');
});

describe.each(remoteList.map(({ folder }) => folder))('%s in this repository', (folder) => {
  test('is of its own sources and of what is shared, and of nothing that judges or tries it', async () => {
    const files = await sourceFiles(folder);
    expect(files).toContain(`${folder}/src/exposes.ts`);
    const ours = files.filter((file) => !file.startsWith(`${folder}/`));
    expect(
      ours.filter((file) => !/^(shared\/|package-lock\.json$|tsconfig\.base\.json$)/.test(file)),
    ).toEqual([]);
    expect(files.filter((file) => /budgets|sample|testing|\.test\.|shell-config|-cases/.test(file))).toEqual(
      [],
    );
  });
});

describe('a build', () => {
  const statsOf = (...files: readonly string[]) =>
    [
      { compilation: { fileDependencies: files.map((file) => path.join(repositoryRoot, file)) } },
    ] as unknown as Stats[];

  test('may read what its version knows, packages of the registry and folders', async () => {
    const read = ['mfe-blog/src/exposes.ts', 'mfe-blog/src', 'node_modules/react/index.js', 'package.json'];
    await expect(checkSources('mfe-blog', statsOf(...read, '../elsewhere.ts'))).resolves.toBeUndefined();
  });

  test('that has read anything else fails', async () => {
    await expect(checkSources('mfe-blog', statsOf('mfe-home/src/exposes.ts'))).rejects.toThrow(
      'The version of mfe-blog does not know mfe-home/src/exposes.ts, which its build has read',
    );
  });
});
