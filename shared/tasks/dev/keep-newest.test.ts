import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { keepNewest } from './keep-newest';

let origin: string;
beforeEach(() => {
  origin = mkdtempSync(path.join(tmpdir(), 'origin-'));
});
afterEach(() => {
  rmSync(origin, { recursive: true });
});

test('the newest releases stay, and all that is none', async () => {
  writeFileSync(path.join(origin, 'current.json'), '{}');
  mkdirSync(path.join(origin, '.lock'));
  for (const [age, version] of ['aaaaaaaaaaaa', 'cccccccccccc', 'bbbbbbbbbbbb'].entries()) {
    mkdirSync(path.join(origin, version));
    utimesSync(path.join(origin, version), 1_000 - age, 1_000 - age);
  }
  await keepNewest(origin, 2);
  expect(readdirSync(origin).sort()).toEqual(['.lock', 'aaaaaaaaaaaa', 'cccccccccccc', 'current.json']);
});
