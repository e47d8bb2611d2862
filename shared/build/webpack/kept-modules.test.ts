import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Compiler, Configuration } from 'webpack';
import { runWebpack } from '../run-webpack';
import { baseConfig } from './base-config';
import { KeptModules } from './kept-modules';

const FILES = {
  'part.js': `
    import styles from './part.module.css';
    import drawing from './drawing.svg';
    import { word } from './word.js';
    globalThis.found = [styles.card, drawing, word];
  `,
  'word.js': `export const word = 'first';`,
  'part.module.css': `.card { background: url('./drawing.svg') }`,
  'drawing.svg': `<svg xmlns="http://www.w3.org/2000/svg">${'<path d="M0 0"/>'.repeat(100)}</svg>`,
};
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kept-'));
  for (const [file, content] of Object.entries(FILES)) writeFileSync(path.join(folder, file), content);
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Both sides of a version, as a remote has them. Resolves with the names of the modules that were made anew. */
async function build(version: string, output: string, adapt = (config: Configuration) => config) {
  const built: string[] = [];
  const count = {
    apply: (compiler: Compiler) => {
      compiler.hooks.compilation.tap('Count', (compilation) => {
        compilation.hooks.buildModule.tap('Count', (module) => {
          built.push(path.basename(module.identifier()));
        });
      });
    },
  };
  const publicPath = `/remotes/kept/${version}/client/`;
  const sides = (['client', 'server'] as const).map((side) => {
    const part = { name: 'kept', folder: 'mfe-blog', publicPath, styles: 'own' } as const;
    const config = baseConfig(
      part,
      { mode: 'development', version, output: path.join(folder, output) },
      side,
    );
    return adapt({
      ...config,
      entry: { part: path.join(folder, 'part.js') },
      plugins: [...(config.plugins ?? []), count],
    });
  });
  await runWebpack(sides);
  return built;
}

const cold = (config: Configuration): Configuration => ({
  ...config,
  plugins: (config.plugins ?? []).filter((plugin) => !(plugin instanceof KeptModules)),
});

function filesIn(output: string): Record<string, string> {
  const files = readdirSync(path.join(folder, output), { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    files
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const file = path.join(entry.parentPath, entry.name);
        return [path.relative(path.join(folder, output), file), readFileSync(file, 'utf8')];
      }),
  );
}

test('a version that is built after another one is what it would be by itself', async () => {
  await build('000000000000', 'warm');
  writeFileSync(path.join(folder, 'word.js'), `export const word = 'second';`);
  const built = await build('111111111111', 'warm');
  expect(built).toContain('word.js');
  expect(built).not.toContain('part.js');
  await build('111111111111', 'cold', cold);
  const files = filesIn('warm');
  expect(JSON.stringify(files)).toContain('second');
  expect(files).toEqual(filesIn('cold'));
}, 60_000);
