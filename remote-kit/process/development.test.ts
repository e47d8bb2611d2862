/** @jest-environment node */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { onChange } from './development';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'on-change-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

test('a save causes another run; build output causes none; a failure is reported', async () => {
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
          saving = setInterval(() => {
            writeFileSync(file, 'after');
          }, 50);
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
  expect([seen, told]).toEqual([
    ['before', 'after'],
    [null, 'cannot be built'],
  ]);
});
