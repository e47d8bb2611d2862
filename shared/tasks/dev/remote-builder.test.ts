import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Compiler } from 'webpack';
import type { Configure } from '../../build/load-config';
import { baseConfig } from '../../build/webpack/base-config';
import { versionedName } from '../../build/webpack/build';
import { ChunkIntegrity } from '../../build/webpack/chunk-integrity';
import { CODE_DIGITS } from '../../contracts/release';
import { remotes } from '../../environment/topology';
import { remoteBuilder } from './remote-builder';

const SOURCES = {
  'index.js': `
    import styles from './part.module.css';
    import drawing from './drawing.svg';
    export * from './words.js';
    export const found = [styles.card, drawing];
  `,
  'words.js': `export const word = 'first';`,
  'part.module.css': `.card { background: #fff }`,
  'drawing.svg': `<svg xmlns="http://www.w3.org/2000/svg">${'<path d="M0 0"/>'.repeat(100)}</svg>`,
};

let folder: string;
/** Names of the modules that the last build has made anew. */
let made: string[];
/** Versions as one builder made them: at first, after a style and after a module were changed. */
let [first, restyled, changed] = ['', '', ''];
let [madeForStyle, madeForModule]: string[][] = [];
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'builder-'));
  for (const [file, text] of Object.entries(SOURCES)) write(file, text);
  const build = builder('again');
  [first] = await build();
  write('part.module.css', `.card { background: #000 }`);
  [restyled, madeForStyle] = await build();
  write('words.js', `export const word = 'second'; export const other = 'third';`);
  [changed, madeForModule] = await build();
}, 60_000);
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const write = (file: string, text: string) => {
  writeFileSync(path.join(folder, file), text);
};

function builder(dist: string): () => Promise<[version: string, made: string[]]> {
  const build = remoteBuilder(remotes.blog, configure, path.join(folder, dist));
  return async () => {
    made = [];
    return [await build(), made];
  };
}

/** Both sides of a remote that exposes the module of this folder. */
const configure: Configure = (build) =>
  (['client', 'server'] as const).map((side) => {
    const publicPath = `/remotes/blog/${build.version}/client/`;
    const part = { name: 'blog', folder: 'mfe-blog', publicPath, styles: 'own' } as const;
    const config = baseConfig(part, build, side);
    const name = versionedName('blog', build.version);
    const federation = new ModuleFederationPlugin({
      name,
      filename: 'remoteEntry.js',
      library: { type: side === 'client' ? 'var' : 'commonjs-module', name },
      exposes: { './Teaser': { import: path.join(folder, 'index.js'), name: 'blog' } },
      manifest: side === 'client',
      dts: false,
    });
    const integrity = side === 'client' ? [new ChunkIntegrity()] : [];
    const plugins = [...(config.plugins ?? []), ...integrity, federation, { apply: count }];
    return { ...config, entry: {}, plugins };
  });

function count(compiler: Compiler): void {
  compiler.hooks.compilation.tap('Count', (compilation) => {
    compilation.hooks.buildModule.tap('Count', (module) => {
      made.push(path.basename(module.identifier()));
    });
  });
}

function filesIn(dist: string, version: string): Record<string, string> {
  const root = path.join(folder, dist, version);
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => [path.relative(root, file), readFileSync(file, 'utf8')]),
  );
}

/** Without what names a version, or hashes of such files: maps number equal names by what was built before. */
const codeIn = (dist: string, version: string) =>
  Object.entries(filesIn(dist, version))
    .filter(([file]) => /\.(?:js|css|svg)$/.test(file))
    .map(([file, text]) => [file, text.replaceAll(version, '').replace(/"[\w+/]{64}"/g, '')]);

const codeOf = (version: string) => version.slice(0, CODE_DIGITS);

test('a build makes only what has changed anew, and is what it would be by itself', async () => {
  expect(madeForModule).toContain('words.js');
  expect(madeForModule).not.toContain('index.js');
  const [alone] = await builder('alone')();
  expect(codeOf(alone)).toBe(codeOf(changed));
  const code = codeIn('again', changed);
  expect(JSON.stringify(code)).toContain('third');
  expect(code).toEqual(codeIn('alone', alone));
}, 60_000);

test('all of it bears its version, and the entry has the hashes of what bears it', () => {
  const files = filesIn('again', changed);
  expect(JSON.stringify(files)).not.toContain('0de70de70de7');
  const entry = files['client/remoteEntry.js'] ?? '';
  expect(entry).toContain(`blog_${changed}`);
  const checked = Object.keys(files).filter((file) => /^client\/static\/.*\.(js|css)$/.test(file));
  expect(checked).toEqual(['client/static/blog.css', 'client/static/blog.js']);
  for (const file of checked) {
    const hash = createHash('sha384')
      .update(files[file] ?? '')
      .digest('base64');
    expect(entry).toContain(hash);
  }
});

test('a version tells whether another one differs in style sheets alone: then classes have the same names', () => {
  expect(madeForStyle).not.toContain('index.js');
  expect(restyled).not.toBe(first);
  expect([codeOf(first), codeOf(changed)]).toEqual([
    codeOf(restyled),
    expect.not.stringContaining(codeOf(first)),
  ]);
  const script = (version: string) =>
    (filesIn('again', version)['client/static/blog.js'] ?? '').replaceAll(version, '');
  expect(script(restyled)).toBe(script(first));
  expect(filesIn('again', restyled)['client/static/blog.css']).toContain('#000');
});
