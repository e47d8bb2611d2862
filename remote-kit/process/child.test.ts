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
    env: { ...process.env, GREETING: 'Гукаю' },
    onLine: (line) => lines.push(line),
  });
  open.push(child);
  return { child, lines };
}

test('what a process prints arrives line by line, without empty ones, letters whole', async () => {
  const { child, lines } = run(`
    const bytes = Buffer.from(process.env.GREETING + '\\n\\nsecond\\nthird');
    process.stdout.write(bytes.subarray(0, 3));
    setTimeout(() => process.stdout.write(Buffer.concat([bytes.subarray(3), Buffer.from('\\n')])), 20);
  `);
  await child.ended;
  expect(lines).toEqual(['Гукаю', 'second', 'third']);
});

test('what it prints as an error arrives too', async () => {
  const { child, lines } = run(`console.error('port taken')`);
  await child.ended;
  expect(lines).toEqual(['port taken']);
});

test.each([
  ['its code', 'process.exitCode = 3', 'code 3'],
  ['the signal that ended it', `process.kill(process.pid, 'SIGKILL')`, 'signal SIGKILL'],
])('its end is reported with %s', async (_, script, how) => {
  expect(await run(script).child.ended).toBe(how);
});

test('stopping one that runs ends it; stopping it again does nothing', async () => {
  const { child } = run('setInterval(() => undefined, 1_000)');
  await child.stop();
  await child.stop();
  expect(await child.ended).toBe('signal SIGTERM');
});
