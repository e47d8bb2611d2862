import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { sha384Of } from '@vidlunnia/releases/signature';
import { temporaryFolder } from '@vidlunnia/settings/testing';
import { repositoryRoot } from '@vidlunnia/settings/machine';
import { runWebpack } from '../run-webpack';
import { baseConfig, classNames, type Side } from './base-config';
import { CheckedLoading } from './remote-config';

const PUBLIC_PATH = '/remotes/blog/0123456789ab/client/';
const FILES = {
  'entry.js': `import(/* webpackChunkName: "part" */ './part.js');`,
  'part.js': `
    import styles from './part.module.css';
    import drawing from './drawing.svg';
    import font from './font.woff2';
    import photo from './a-1.png';
    globalThis.found = { name: styles.card, drawing, font, photo };
  `,
  'part.module.css': '.card { color: red }',
  'drawing.svg': `<svg xmlns="http://www.w3.org/2000/svg">${'<path d="M0 0"/>'.repeat(100)}</svg>`,
  'font.woff2': 'font',
  'a-1.png': 'picture',
};

let folder = '';
const configOf = (side: Side, output: string, entries = ['entry']) => {
  const part = { name: 'blog', directory: folder, publicPath: PUBLIC_PATH, styles: 'own' } as const;
  const build = { version: '0123456789ab', output: path.join(folder, output) };
  const config = baseConfig(part, { mode: 'production', ...build }, side);
  return {
    ...config,
    plugins: [...(config.plugins ?? []), ...(side === 'client' ? [new CheckedLoading()] : [])],
    entry: Object.fromEntries(entries.map((name) => [name, path.join(folder, 'entry.js')])),
    output: { ...config.output, filename: '[name].js' },
  };
};
beforeAll(async () => {
  folder = temporaryFolder();
  for (const [file, content] of Object.entries(FILES)) writeFileSync(path.join(folder, file), content);
  await runWebpack([configOf('client', 'out'), configOf('server', 'out')]);
});

const filesOf = (side: Side) =>
  readdirSync(path.join(folder, 'out', side), { recursive: true, encoding: 'utf8' }).filter((file) =>
    path.extname(file),
  );
const read = (side: Side, extension: string) =>
  filesOf(side)
    .filter((file) => file.endsWith(extension))
    .map((file) => readFileSync(path.join(folder, 'out', side, file), 'utf8'))
    .join('\n');
/** The names in a side's script: a class, a drawing, a font, a picture. */
const named = (side: Side) =>
  [
    /blog-[\w+/-]{6}/,
    /static\/drawing\.\w{8}\.svg/,
    /static\/font\.\w{8}\.woff2/,
    /static\/a-1\.\w{8}\.png/,
  ].map((name) => name.exec(read(side, '.js'))?.[0]);

test('both sides use the same names for classes, drawings, fonts and pictures, below the same address', () => {
  expect(named('client')).toEqual(Array.from({ length: 4 }, () => expect.any(String)));
  expect(named('server')).toEqual(named('client'));
  expect(read('client', '.css')).toContain(`.${String(named('client')[0])}`);
  for (const side of ['client', 'server'] as const) expect(read(side, '.js')).toContain(PUBLIC_PATH);
});

test('the server’s build has only scripts and maps; the browser’s has style sheets, pictures and fonts', () => {
  const kinds = (side: Side) => new Set(filesOf(side).map((file) => path.extname(file)));
  expect(kinds('server')).toEqual(new Set(['.js', '.map']));
  expect(kinds('client')).toEqual(new Set(['.js', '.css', '.png', '.svg', '.woff2']));
});

test('the entry has the hash of every script and style sheet that it loads, as written to disk', () => {
  const entry = readFileSync(path.join(folder, 'out/client/entry.js'), 'utf8');
  const chunks = filesOf('client').filter((file) => /^static\/.*\.(?:js|css)$/.test(file));
  expect(chunks).toHaveLength(2);
  for (const file of chunks) {
    const bytes = readFileSync(path.join(folder, 'out/client', file));
    expect(entry).toContain(sha384Of(bytes));
  }
  expect(entry.match(/\.integrity="sha384-"\+/g)).toHaveLength(2);
});

test('a build with several entries that load chunks is rejected: some would be unchecked', async () => {
  await expect(runWebpack([configOf('client', 'rejected', ['one', 'two'])])).rejects.toThrow(
    '2 entries instead of one take the hashes',
  );
});

test('classes are numbered in their own file; files, versions and packages never share a name', () => {
  const namesOf = (part: string, version: string) => {
    const names = classNames(part, version);
    return (file: string, local: string) =>
      names({ resourcePath: path.join(repositoryRoot(), file) }, '', local).replace(`${part}-`, '');
  };
  const name = namesOf('home', 'v1');
  const card = name('a.module.css', 'card');
  expect(card).toMatch(/^[\w-]{5}0$/);
  expect(name('a.module.css', 'title')).toBe(card.replace(/0$/, '1'));
  expect(name('a.module.css', 'card')).toBe(card);
  const others = [namesOf('home', 'v2'), namesOf('blog', 'v1')].map((of) => of('a.module.css', 'card'));
  expect(new Set([card, name('b.module.css', 'card'), ...others]).size).toBe(4);
});
