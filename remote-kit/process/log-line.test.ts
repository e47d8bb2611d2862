import { expect, test } from '@jest/globals';
import { logLine } from './log-line';

const time = new Date(2026, 0, 2, 3, 4, 5).getTime();
const entry = (more: object) => JSON.stringify({ level: 40, time, pid: 1, hostname: 'here', ...more });
const shown = (line: string) => logLine('shell', line, (text) => `<red>${text}</red>`);

test.each([
  ['a sentence', { msg: 'home is rejected' }, '03:04:05 [shell] warn: home is rejected'],
  [
    'fields of a response, without its id',
    { level: 30, msg: 'request', method: 'GET', status: 200, reqId: 'a-b' },
    '03:04:05 [shell] info: request method=GET status=200',
  ],
  [
    'an error that its sentence does not tell',
    { msg: 'response errored', err: { type: 'Error', message: 'connect ECONNREFUSED', stack: '' } },
    '03:04:05 [shell] warn: response errored: connect ECONNREFUSED',
  ],
  [
    'an error that is its own sentence, with the place of a bug, in colour',
    {
      level: 50,
      msg: 'broken',
      err: { type: 'Error', message: 'broken', stack: 'Error: broken\n    at a.ts:1:2' },
    },
    '<red>03:04:05 [shell] error: broken\n    at a.ts:1:2</red>',
  ],
  [
    'how often, once',
    { msg: 'late (3 times more in the last 60 s)', times: 3 },
    '03:04:05 [shell] warn: late (3 times more in the last 60 s)',
  ],
  ['a level of somebody else', { level: 35, msg: 'hm' }, '03:04:05 [shell] 35: hm'],
])('%s is written for people', (_, more, expected) => {
  expect(shown(entry(more))).toBe(expected);
});

test.each([
  'DATA_DIR is wrong',
  '{ "no": "entry" }',
  '{ broken',
  '[1]',
  '{"level":"info","msg":"another’s"}',
])('what is no log entry stays as it is: %s', (line) => {
  expect(shown(line)).toBe(`[shell] ${line}`);
});
