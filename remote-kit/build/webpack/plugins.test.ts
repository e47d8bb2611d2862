import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { runWebpack } from '../run-webpack';
import { InteractiveCheck } from './plugins';

const CARD = `export const Card = () => ({ type: 'button', props: { onClick: () => {} } });`;
const TEXT = `export const Card = () => ({ type: 'p', props: {} });`;

let folder = '';
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Builds a remote with one module, whose component is in a file of its own. */
function build(component: string, index = ''): Promise<unknown> {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'interactive-')));
  const source = path.join(folder, 'src/teaser');
  mkdirSync(source, { recursive: true });
  writeFileSync(path.join(source, 'index.ts'), `export { Card as default } from './card';\n${index}`);
  writeFileSync(path.join(source, 'card.js'), component);
  return runWebpack([
    {
      mode: 'development',
      context: folder,
      entry: './src/teaser/index.ts',
      output: { path: path.join(folder, 'dist') },
      plugins: [new InteractiveCheck(folder, { Teaser: 'teaser' })],
    },
  ]);
}

test('a module that handles events without exporting `interactive` fails the build; the error names it and the fix', async () => {
  await expect(build(CARD)).rejects.toThrow(
    /Teaser has behaviour: teaser\/card\.js .* add `export const interactive = true;` to src\/teaser\/index\.ts/,
  );
});

test.each([
  ['says so', CARD, 'export const interactive = true;'],
  ['has no behaviour', TEXT, ''],
])('a module that %s is built', async (_, component, index) => {
  await expect(build(component, index)).resolves.toBeDefined();
});
