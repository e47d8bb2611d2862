import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { dependenciesIn, filesOf } from './pack';
import { manifestOf, packagesFolder, PUBLISHED, sharedFolder } from './published';
import { publishedSpecifier, rewrite, specifiersOf } from './specifiers';

const read = (file: string) => readFileSync(path.join(sharedFolder, file), 'utf8');
const isCode = (file: string) => /\.tsx?$/.test(file);
const [contracts, http, ui, kit] = PUBLISHED;
if (!contracts || !http || !ui || !kit) throw new Error('The packages are others');

describe.each(PUBLISHED.map((pkg) => [pkg.folder, pkg] as const))('%s', (folder, pkg) => {
  const files = filesOf(pkg);

  test('exports files that are there, under a name and a version', () => {
    for (const file of Object.values(pkg.exports)) expect(files).toContain(file);
    expect(manifestOf(folder).name).toBe(`@vidlunnia/${folder}`);
    expect(manifestOf(folder).version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  test('imports nothing but its own files, exports of the other packages, and packages of the registry', () => {
    const imported = files
      .filter(isCode)
      .flatMap((file) =>
        specifiersOf(read(file)).map(({ fileName }) => publishedSpecifier(pkg, file, fileName)),
      );
    expect(imported.filter((specifier) => specifier.startsWith('@vidlunnia/shared'))).toEqual([]);
    const own = imported.filter((specifier) => specifier.startsWith('@vidlunnia/'));
    const earlier = PUBLISHED.slice(0, PUBLISHED.indexOf(pkg)).map((each) => manifestOf(each.folder).name);
    for (const specifier of own) expect(earlier).toContain(specifier.split('/').slice(0, 2).join('/'));
  });

  test('contains no test', () => {
    expect(files.filter((file) => file.includes('.test.'))).toEqual([]);
  });
});

test.each([contracts, http, ui])('$folder has no code for Node', (pkg) => {
  const imported = filesOf(pkg)
    .filter(isCode)
    .flatMap((file) => specifiersOf(read(file)).map(({ fileName }) => fileName));
  expect(imported.filter((specifier) => specifier.startsWith('node:'))).toEqual([]);
});

test('the kit leaves the shell, the browser’s driver and the site’s tasks where they are', () => {
  const texts = filesOf(kit).filter(isCode).map(read);
  expect(dependenciesIn(texts)).not.toContain('@playwright/test');
  expect(filesOf(kit).filter((file) => /^(?:tasks|deploy|operating)\//.test(file))).toEqual([]);
});

test('an import is rewritten to the compiled file, or to the package that has it', () => {
  const text =
    "import { a } from './topology';\nimport type { B } from '../contracts';\nconst c = require('../process/errors');";
  expect(rewrite(text, kit, 'environment/places.ts')).toBe(
    "import { a } from './topology.js';\nimport type { B } from '@vidlunnia/contracts';\nconst c = require('../process/errors.js');",
  );
});

test('what no package exports cannot be imported from another one', () => {
  expect(() => publishedSpecifier(kit, 'release/release.ts', '../contracts/limits')).toThrow(
    'shared/release/release.ts imports contracts/limits.ts, which no package exports',
  );
});

test('packages are found in imports and where they are resolved by name', () => {
  const texts = [
    "import x from '@a/b/c';",
    "const y = require('d/e'); require.resolve('f');",
    "import './own'; import 'node:fs';",
  ];
  expect(dependenciesIn(texts)).toEqual(['@a/b', 'd', 'f']);
});

test('all packages have one version, and are versioned together', () => {
  const folders = [...PUBLISHED.map(({ folder }) => folder), 'create-vidlunnia-remote'];
  expect(new Set(folders.map((folder) => manifestOf(folder).version)).size).toBe(1);
  const { fixed } = JSON.parse(readFileSync(path.join(packagesFolder, '.changeset/config.json'), 'utf8')) as {
    readonly fixed: readonly string[][];
  };
  expect(fixed).toEqual([folders.map((folder) => manifestOf(folder).name)]);
  for (const folder of folders)
    expect(existsSync(path.join(packagesFolder, folder, 'package.json'))).toBe(true);
});
