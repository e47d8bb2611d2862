import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { repositoryRoot } from '../../environment/repository';
import { runWebpack } from '../../build/run-webpack';
import { Inputs } from './inputs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'inputs-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const write = (file: string, text: string) => {
  writeFileSync(path.join(folder, file), text);
};
const nameOf = (file: string) => path.relative(repositoryRoot, path.join(folder, file));

async function build(inputs: Inputs): Promise<void> {
  const configure = inputs.of(({ output }) => [
    { mode: 'development', devtool: false, entry: path.join(folder, 'part.js'), output: { path: output } },
  ]);
  await runWebpack(configure({ mode: 'development', version: 'any', output: path.join(folder, 'out') }));
}

test('what a build has read is an input, and nothing else', async () => {
  write('part.js', `import './word.js';`);
  write('word.js', `globalThis.word = 'one';`);
  write('other.js', '');
  const inputs = new Inputs();
  await build(inputs);
  expect(['part.js', 'word.js', 'other.js'].map((file) => inputs.has(nameOf(file)))).toEqual([
    true,
    true,
    false,
  ]);
}, 30_000);

test('so is what a failed build has looked for', async () => {
  write('part.js', `import './later.js';`);
  const inputs = new Inputs();
  await expect(build(inputs)).rejects.toThrow('later.js');
  expect(inputs.has(nameOf('later.js'))).toBe(true);
}, 30_000);
