import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { temporaryFolder } from '@vidlunnia/settings/testing';
import { runWebpack } from '../run-webpack';
import { exposedModules, InteractiveCheck } from './remote-config';

const CARD = `export const Card = () => ({ type: 'button', props: { onClick: () => {} } });`;
const TEXT = `export const Card = () => ({ type: 'p', props: {} });`;

let folder = '';
beforeEach(() => {
  folder = realpathSync(temporaryFolder());
});

/** Builds a remote with one module, whose component is in a file of its own. */
function build(component: string, index = ''): Promise<unknown> {
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
  await build(CARD, 'export const interactive = true;');
  await build(TEXT);
});

test('a remote exposes the imports of its list; the error names a list that cannot be read', () => {
  mkdirSync(path.join(folder, 'src'));
  const exposed = (source: string) => {
    writeFileSync(path.join(folder, 'src/exposes.ts'), source);
    return exposedModules(folder);
  };
  const lines = ["import * as Hero from './hero';", "import * as OpenDays from './open-days';"];
  expect(exposed(`import type { T } from 'x';\n${lines.join('\n')}\nexport const exposes = {};\n`)).toEqual({
    Hero: 'hero',
    OpenDays: 'open-days',
  });
  expect(() => exposed('export const exposes = {};')).toThrow('src/exposes.ts imports no module');
});
