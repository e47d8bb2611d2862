import { afterEach, expect, test } from '@jest/globals';
import { startChild, type Child } from './child';

const open: Child[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((child) => child.stop()));
});

function run(script: string) {
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
  const { child, lines } = run(
    `process.stdout.write('Гукаю\\n\\nsecond\\nthird'); console.error('port taken'); process.exitCode = 3`,
  );
  expect(await child.ended).toBe('code 3');
  expect(lines.sort()).toEqual(['port taken', 'second', 'third', 'Гукаю']);
});

test('stop ends a running process; a second stop does nothing', async () => {
  const { child } = run('setInterval(() => undefined, 1_000)');
  await child.stop();
  await child.stop();
  expect(await child.ended).toBe('signal SIGTERM');
});
