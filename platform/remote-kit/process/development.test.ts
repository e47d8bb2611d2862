import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryFolder } from '@vidlunnia/settings/testing';
import { onChange } from './development';

test('a save causes another run; build output causes none; a failure is reported', async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'index.ts');
  writeFileSync(file, 'before');
  mkdirSync(path.join(folder, 'dist'));
  const seen: string[] = [];
  const told: (string | null)[] = [];
  let saving: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve) => {
    const { stop } = onChange(
      [folder],
      async (changed) => {
        await Promise.resolve();
        seen.push(readFileSync(file, 'utf8'));
        writeFileSync(path.join(folder, 'dist/out.js'), String(seen.length));
        if (seen.at(-1) === 'before') {
          // Repeated, since nothing reports that the watcher has started.
          saving = setInterval(writeFileSync, 50, file, 'after');
          return;
        }
        clearInterval(saving);
        expect([...changed]).toEqual([file]);
        throw new Error('cannot be built');
      },
      (problem) => {
        told.push(problem);
        if (problem !== null) void stop().then(resolve);
      },
    );
  });
  expect(seen).toEqual(['before', 'after']);
  expect(told).toEqual([null, 'cannot be built']);
});
