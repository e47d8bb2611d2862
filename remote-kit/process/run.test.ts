import { afterEach, expect, test } from '@jest/globals';
import { runToSuccess, startChild, type Child } from './run';

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

const open: Child[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((child) => child.stop()));
});

function start(script: string) {
  const lines: string[] = [];
  const child = startChild({
    name: 'part',
    cwd: __dirname,
    args: ['-e', script],
    env: process.env,
    onLine: (line) => lines.push(line),
  });
  open.push(child);
  return { child, lines };
}

test('all output of a process arrives line by line, without empty lines; `ended` has its exit code', async () => {
  const { child, lines } = start(
    `process.stdout.write('Гукаю\\n\\nsecond\\nthird'); console.error('port taken'); process.exitCode = 3`,
  );
  expect(await child.ended).toBe('code 3');
  expect(lines.sort()).toEqual(['port taken', 'second', 'third', 'Гукаю']);
});

test('stop ends a running process; a second stop does nothing', async () => {
  const { child } = start('setInterval(() => undefined, 1_000)');
  await child.stop();
  await child.stop();
  expect(await child.ended).toBe('signal SIGTERM');
});
