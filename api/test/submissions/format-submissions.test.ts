import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { formatCsv, formatSubmissions } from '../../src/submissions/format-submissions';

test.each([
  ['=cmd|calc', `'=cmd|calc`],
  ['+380', `'+380`],
  ['-1', `'-1`],
  ['@SUM(A1)', `'@SUM(A1)`],
  ['\tx', `"'\tx"`],
  ['\rx', `"'\rx"`],
  ['Іван;=1+1', `"Іван;'=1+1"`],
  ['a;\t @SUM(A1);-b', `"a;\t '@SUM(A1);'-b"`],
  ['a\n=cmd|calc', `"a\n'=cmd|calc"`],
  ['a;b', '"a;b"'],
  ['a=1+1', 'a=1+1'],
])('CSV: %j does not start a formula, even in a spreadsheet that splits at semicolons', (text, cell) => {
  expect(formatCsv(['name', 'email'], [{ name: text, email: 'a@b' }])).toBe(
    `\uFEFFname,email\r\n${cell},a@b\r\n`,
  );
});

test('CSV: a text of separators takes linear time, because quadratic time would exceed the limit', async () => {
  const message = '\t'.repeat(200_000);
  expect(formatCsv(['message'], [{ message }], { isFirst: false })).toBe(`"'${message}"\r\n`);
  // Jest checks the limit between tasks.
  await pause(0);
}, 10_000);

test('CSV: it starts with the UTF-8 mark and a header, quotes only where necessary, and leaves NULL empty', () => {
  const row = { message: 'а "б",\nв', name: 'ї', company: null, created_at: new Date(0) };
  const csv = formatCsv(['created_at', 'name', 'company', 'message'], [row]);
  expect(csv).toBe('\uFEFFcreated_at,name,company,message\r\n1970-01-01T00:00:00.000Z,ї,,"а ""б"",\nв"\r\n');
});

test('table: columns are aligned, long texts are cut, times are Kyiv’s', () => {
  const at = new Date('2026-11-21T10:00:00.000Z');
  const rows = [{ created_at: at, name: 'x'.repeat(60), answered_at: at }];
  const [header, line] = formatSubmissions(['created_at', 'name', 'answered_at'], rows).split('\n');
  expect(header).toBe(`created_at       name${' '.repeat(38)}answered_at`);
  expect(line).toBe(`21.11.26, 12:00  ${'x'.repeat(39)}…  21.11.26, 12:00`);
});

test.each([
  ['cuts no emoji in half', `x${'👩'.repeat(60)}`, `x${'👩'.repeat(38)}…`],
  ['does not obey a stranger’s text', 'a\u001b[2Jb\r\nc\u202Ed', 'a [2Jb c d'],
])('table: it %s', (_, name, cell) => {
  expect(formatSubmissions(['name'], [{ name }])).toBe(`name\n${cell}\n\n`);
});
