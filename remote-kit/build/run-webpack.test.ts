/** @jest-environment node */
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import type { Configuration, Stats } from 'webpack';
import { watchWebpack } from './run-webpack';

type Moment = 'client' | 'server' | 'built';

/**
 * Watches both builds of a file, saves the file once at a moment of the first round, and waits until both builds have
 * the change. Returns the browser's builds that were announced.
 */
async function buildsAround(moment: Moment): Promise<(Stats | undefined)[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'watch-'));
  const file = path.join(folder, 'index.js');
  writeFileSync(file, 'module.exports = "before";');
  // A file that was saved just before the start would count as changed.
  utimesSync(file, 1, 1);
  let isSaved = false;
  const save = (now: Moment) => {
    if (isSaved || now !== moment) return;
    isSaved = true;
    writeFileSync(file, 'module.exports = "after";');
  };
  const configOf = (name: 'client' | 'server'): Configuration => ({
    ...{ name, mode: 'development', devtool: false, context: folder, entry: './index.js' },
    output: { path: path.join(folder, 'dist', name) },
    plugins: [
      (compiler) => {
        compiler.hooks.afterCompile.tap('Save', () => {
          save(name);
        });
      },
    ],
  });
  const read = (name: string) =>
    /before|after/.exec(readFileSync(path.join(folder, 'dist', name, 'main.js'), 'utf8'))?.[0] ?? '';
  const announced: (Stats | undefined)[] = [];
  let stop: () => Promise<void> = () => Promise.resolve();
  await new Promise<void>((resolve, reject) => {
    stop = watchWebpack([configOf('client'), configOf('server')], {
      onBuilt: async ([client]) => {
        const text = read('client');
        save('built');
        // Long enough for webpack to notice it.
        await new Promise((seen) => setTimeout(seen, isSaved ? 100 : 0));
        announced.push(client);
        if (text === 'after' && read('server') === 'after') resolve();
      },
      onProblem: (problem) => {
        if (problem !== null) reject(new Error(problem));
      },
    });
  });
  await stop();
  rmSync(folder, { recursive: true });
  return announced;
}

test.each(['client', 'server', 'built'] as const)(
  'a save during the first round (%s) is in both builds, and no build is announced twice',
  async (moment) => {
    const announced = await buildsAround(moment);
    expect(new Set(announced).size).toBe(announced.length);
  },
);

test('a save in a watched folder starts another round, even while a round is being announced', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'watch-'));
  const file = path.join(folder, 'index.ts');
  writeFileSync(file, 'before');
  const seen: string[] = [];
  let stop: () => Promise<void> = () => Promise.resolve();
  await new Promise<void>((resolve) => {
    stop = watchWebpack([{ name: 'types', mode: 'none', entry: {} }], {
      folders: [folder],
      onBuilt: async () => {
        seen.push(readFileSync(file, 'utf8'));
        if (seen.at(-1) === 'after') resolve();
        else writeFileSync(file, 'after');
        await new Promise((told) => setTimeout(told, 100));
      },
      onProblem: () => undefined,
    });
  });
  await stop();
  rmSync(folder, { recursive: true });
  expect(new Set(seen)).toEqual(new Set(['before', 'after']));
});
