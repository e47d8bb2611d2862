import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { runWebpack } from '../run-webpack';
import { baseConfig } from './base-config';
import type { Build, Side } from './build';

const PUBLIC_PATH = '/remotes/blog/0123456789ab/client/';
const BUILD: Build = { mode: 'production', version: '0123456789ab', output: '/out' };
const FILES = {
  'part.js': `
    import styles from './part.module.css';
    import drawing from './drawing.svg';
    import font from './font.woff2';
    globalThis.found = { name: styles.card, drawing, font };
  `,
  'part.module.css': '.card { color: red }',
  'drawing.svg': `<svg xmlns="http://www.w3.org/2000/svg">${'<path d="M0 0"/>'.repeat(100)}</svg>`,
  'font.woff2': 'font',
};

let folder = '';
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'sides-'));
  for (const [file, content] of Object.entries(FILES)) writeFileSync(path.join(folder, file), content);
  const build: Build = { ...BUILD, output: path.join(folder, 'out') };
  const side = (name: Side) => ({
    ...baseConfig({ name: 'blog', directory: folder, publicPath: PUBLIC_PATH, styles: 'own' }, build, name),
    entry: { part: path.join(folder, 'part.js') },
  });
  await runWebpack([side('client'), side('server')]);
}, 60_000);
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const filesOf = (side: Side) =>
  readdirSync(path.join(folder, 'out', side), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
const read = (side: Side, extension: string) =>
  readdirSync(path.join(folder, 'out', side), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(extension))
    .map((file) => readFileSync(path.join(folder, 'out', side, file), 'utf8'))
    .join('\n');
/** Name of the class as a side's script has it. */
const className = (side: Side) => /blog-[\w+/-]{6}/.exec(read(side, '.js'))?.[0];
const addresses = (side: Side) =>
  [/static\/drawing\.\w{8}\.svg/, /static\/font\.\w{8}\.woff2/].map(
    (address) => address.exec(read(side, '.js'))?.[0],
  );

describe('both sides of a package', () => {
  test('give a class the same name, under which the style sheet has it', () => {
    expect(className('client')).toMatch(/^blog-/);
    expect(className('server')).toBe(className('client'));
    expect(read('client', '.css')).toContain(`.${String(className('client'))}`);
  });

  test('name drawings and fonts alike, below the same address', () => {
    expect(addresses('client')).toEqual([expect.any(String), expect.any(String)]);
    expect(addresses('server')).toEqual(addresses('client'));
    for (const side of ['client', 'server'] as const) expect(read(side, '.js')).toContain(PUBLIC_PATH);
  });

  test('the server’s has its script with a map alone: style sheets, drawings and fonts are the browser’s', () => {
    expect(filesOf('server')).toEqual(['part.js', 'part.js.map']);
    expect(
      filesOf('client')
        .map((name) => path.extname(name))
        .sort(),
    ).toEqual(['.css', '.js', '.svg', '.woff2']);
  });
});
