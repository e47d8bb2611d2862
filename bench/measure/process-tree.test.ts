import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { processorTime, residentMemory } from './process-tree';

const MB = 64;
const MS = 200;

/** Fills memory and keeps its processor busy, then waits. */
const BUSY = `
  globalThis.kept = Buffer.alloc(${String(MB)} << 20, 1);
  while (process.cpuUsage().user < ${String(MS)}_000);
  console.log('ready');
  process.stdin.resume();
`;
/** Does nothing but start that one, which ends with it. */
const IDLE = `
  const { spawn } = require('node:child_process');
  spawn(process.execPath, ['-e', ${JSON.stringify(BUSY)}], { stdio: ['pipe', 'inherit', 'inherit'] });
  process.stdin.on('end', () => process.exit()).resume();
`;

const parent = spawn(process.execPath, ['-e', IDLE], { stdio: ['pipe', 'pipe', 'inherit'] });

beforeAll(async () => {
  await once(createInterface(parent.stdout), 'line');
});
afterAll(async () => {
  parent.stdin.end();
  await once(parent, 'close');
});

const own = parent.pid ?? 0;

test('memory and processor time of what a process has started are its own', async () => {
  expect(await residentMemory(own)).toBeGreaterThan(MB);
  expect(await processorTime(own)).toBeGreaterThanOrEqual(MS - 10);
});

test('what is no process has neither', async () => {
  await expect(residentMemory(2 ** 30)).rejects.toThrow('There is no process 1073741824');
});
