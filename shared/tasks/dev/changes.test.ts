import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { changes } from './changes';

let folder: string;
let file: string;
let ended: AbortController;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'changes-'));
  file = path.join(folder, '.changes');
  ended = new AbortController();
});
afterEach(() => {
  ended.abort();
  rmSync(folder, { recursive: true });
});

test('changes are reported as they come, those before the first question not', async () => {
  writeFileSync(file, 'before\n');
  const news = changes(ended.signal, file);
  const first = news.next();
  appendFileSync(file, 'shell/a.ts\nshared/b.ts\n');
  expect((await first).value).toEqual(['shell/a.ts', 'shared/b.ts']);
  appendFileSync(file, 'shell/c.ts\n');
  expect((await news.next()).value).toEqual(['shell/c.ts']);
});

test('a mirror that begins anew is followed too', async () => {
  writeFileSync(file, 'a long line before\n');
  const news = changes(ended.signal, file);
  const first = news.next();
  writeFileSync(file, 'a.ts\n');
  expect((await first).value).toEqual(['a.ts']);
});

test('it ends when nobody wants to know any more', async () => {
  const news = changes(ended.signal, file);
  const next = news.next();
  ended.abort();
  expect((await next).done).toBe(true);
});
