import { expect, test } from '@jest/globals';
import { runToSuccess } from './run-program';

const run = (script: string, signal?: AbortSignal) =>
  runToSuccess(process.execPath, ['-e', script], { signal });

test('a program that succeeds returns only its standard output', async () => {
  expect(await run(`console.log('луна'); console.error('a warning')`)).toBe('луна\n');
});

test('the error of a program that fails has its name, exit code and last output', async () => {
  const script = `for (let line = 1; line <= 60; line++) console.error('line ' + line); process.exitCode = 3`;
  await expect(run(script)).rejects.toThrow(/-e for .* failed with 3:\nline 11\n[^]*\nline 60$/);
  await expect(run(`process.kill(process.pid)`)).rejects.toThrow('was ended');
});

test('an interrupted program rejects', async () => {
  await expect(run('setInterval(() => {}, 1_000)', AbortSignal.abort())).rejects.toThrow('abort');
});
