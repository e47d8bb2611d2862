import { expect, test } from '@jest/globals';
import { logLine } from './log-line';

const time = new Date(2026, 0, 2, 3, 4, 5).getTime();
const shown = (more: object) =>
  logLine('shell', JSON.stringify({ level: 40, time, pid: 1, hostname: 'here', ...more }));

test('fields of a response follow its message, without those for programs only', () => {
  expect(shown({ level: 30, msg: 'request', method: 'GET', status: 200, reqId: 'a-b', times: 3 })).toBe(
    '03:04:05 [shell] info: request method=GET status=200',
  );
});

test('an error that the message lacks is added to it, with the place of a bug', () => {
  const err = { type: 'Error', message: 'refused', stack: 'Error: refused\n    at a.ts:1:2' };
  expect(shown({ msg: 'response errored', err })).toBe(
    '03:04:05 [shell] warn: response errored: refused\n    at a.ts:1:2',
  );
});

test.each(['DATA_DIR is wrong', '{ "no": "entry" }', '[1]', '{"level":"info","msg":"another’s"}'])(
  'a line that is not a log entry is unchanged: %s',
  (line) => {
    expect(logLine('shell', line)).toBe(`[shell] ${line}`);
  },
);
