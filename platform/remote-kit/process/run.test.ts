import { afterEach, expect, test } from '@jest/globals';
import { startLocalServer, unreachableOrigin } from '@vidlunnia/settings/testing/local-server';
import { logLine, runToSuccess, startChild, untilAnswers, type Child } from './run';

const run = (script: string, signal?: AbortSignal) =>
  runToSuccess(process.execPath, ['-e', script], { signal });

test('a program that succeeds returns only its standard output', async () => {
  expect(await run(`console.log('луна'); console.error('a warning')`)).toBe('луна\n');
});

test('the error of a program that fails has its name, exit code and last output; one that is interrupted fails too', async () => {
  const script = `for (let line = 1; line <= 60; line++) console.error('line ' + line); process.exitCode = 3`;
  await expect(run(script)).rejects.toThrow(/-e for .* failed with 3:\nline 11\n[^]*\nline 60$/);
  await expect(run(`process.kill(process.pid)`)).rejects.toThrow('was ended');
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

test('a request is repeated while the server responds with an error', async () => {
  let answers = 0;
  const server = await startLocalServer((_, response) => response.writeHead(++answers < 3 ? 503 : 200).end());
  await untilAnswers(server.origin, 5_000);
  expect(server.received).toHaveLength(3);
});

test('past the deadline a wait rejects with the last obstacle; when it is aborted, with the reason', async () => {
  const { origin } = await startLocalServer((_, response) => response.writeHead(503).end());
  await expect(untilAnswers(origin, 150)).rejects.toThrow(
    `After 0.15 s, ${origin} gives no good answer: status 503`,
  );
  const unwanted = AbortSignal.abort(new Error('Interrupted by SIGINT'));
  await expect(untilAnswers(unreachableOrigin, 60_000, unwanted)).rejects.toThrow('Interrupted by SIGINT');
});

const time = new Date(2026, 0, 2, 3, 4, 5).getTime();
const request = { level: 30, msg: 'request', method: 'GET', status: 200, reqId: 'a-b', times: 3 };
const err = { type: 'Error', message: 'refused', stack: 'Error: refused\n    at a.ts:1:2' };

test.each([
  ['fields of a response, without those for programs only', request, 'info: request method=GET status=200'],
  [
    'an error that the message lacks, with the place of a bug',
    { msg: 'late', err },
    'warn: late: refused\n    at a.ts:1:2',
  ],
])('a log entry is shown with %s', (_, more, shown) => {
  const line = JSON.stringify({ level: 40, time, pid: 1, hostname: 'here', ...more });
  expect(logLine('shell', line)).toBe(`03:04:05 [shell] ${shown}`);
});

test('a line that is not a log entry is unchanged', () => {
  for (const line of ['DATA_DIR is wrong', '{ "no": "entry" }', '[1]', '{"level":"info","msg":"another’s"}'])
    expect(logLine('shell', line)).toBe(`[shell] ${line}`);
});
