import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { isFresh } from './sources';
import { temporaryFolder } from '@vidlunnia/settings/testing';
import { replaceBuild } from './replace-build';

test('a build replaces the last one when it is complete; a failed one changes nothing', async () => {
  const folder = temporaryFolder();
  const dist = path.join(folder, 'dist');
  const build = (file: string, problem?: Error) => async (unfinished: string) => {
    mkdirSync(unfinished, { recursive: true });
    writeFileSync(path.join(unfinished, file), file);
    if (problem) throw problem;
    await Promise.resolve();
  };
  await replaceBuild(dist, 'first', build('a.js'));
  await expect(replaceBuild(dist, 'second', build('b.js', new Error('over budget')))).rejects.toThrow(
    'over budget',
  );
  expect([readdirSync(folder), readdirSync(dist).sort()]).toEqual([['dist'], ['.version', 'a.js']]);
  expect([isFresh(dist, 'first'), isFresh(dist, 'second')]).toEqual([true, false]);
  await replaceBuild(dist, 'second', build('b.js'));
  expect(readdirSync(dist).sort()).toEqual(['.version', 'b.js']);
});

test('a build removes those of processes that were interrupted, but none of a process that runs', async () => {
  const folder = temporaryFolder();
  const { pid } = spawnSync(process.execPath, ['--version']);
  const running = `.building-${String(process.ppid)}`;
  const interrupted = [`.building-${String(pid)}`, `.building-aaaaaaaaaaaa-${String(pid)}`];
  for (const name of [running, ...interrupted, '.building-x'])
    mkdirSync(path.join(folder, name, 'client'), { recursive: true });
  await replaceBuild(path.join(folder, 'dist'), 'first', (unfinished) => {
    mkdirSync(unfinished);
    return Promise.resolve();
  });
  expect(readdirSync(folder).sort()).toEqual([running, '.building-x', 'dist'].sort());
});
