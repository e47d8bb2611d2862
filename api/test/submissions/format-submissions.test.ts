import { expect, test } from '@jest/globals';
import { formatCsv, formatTable } from '../../src/submissions/format-submissions';

test.each(['=cmd|calc', '+380', '-1', '@SUM(A1)', '\tx', '\rx'])(
  'CSV: a cell that begins like %j is no formula',
  (text) => {
    const [, line = ''] = formatCsv(['name'], [{ name: text }]).split(/\r\n/);
    expect(line.replace(/^"/, '')).toBe(`'${text}${line.startsWith('"') ? '"' : ''}`);
  },
);

test('CSV: it begins with the mark of UTF-8 and a header, quotes what needs it, and leaves NULL empty', () => {
  const csv = formatCsv(['name', 'company', 'message'], [{ message: 'а "б",\nв', name: 'ї', company: null }]);
  expect(csv).toBe('\uFEFFname,company,message\r\nї,,"а ""б"",\nв"\r\n');
});

test('table: columns line up, long texts are cut, times are Kyiv’s', () => {
  const rows = [{ created_at: '2026-11-21T10:00:00.000Z', name: 'x'.repeat(60) }];
  const [header, line] = formatTable(['created_at', 'name'], rows).split('\n');
  expect(header).toBe('created_at       name');
  expect(line).toBe(`21.11.26, 12:00  ${'x'.repeat(39)}…`);
});

test('table: what a stranger sent can’t drive the terminal', () => {
  expect(formatTable(['name'], [{ name: 'a\u001b[2Jb\r\nc\u202Ed' }])).toBe('name\na [2Jb c d');
});
