import { stringify } from 'csv-stringify/sync';
import type { Row } from './list-submissions';

// Spreadsheets of many countries split at semicolons, and then heed no quotes that begin behind a comma.
const INNER_FORMULA = /[;\t\r\n]\s*(?=[=+@-])/g;

/**
 * Submissions as CSV for spreadsheets: UTF-8 with its mark, and a quote before each cell that a spreadsheet would
 * take for a formula (`=`, `+`, `-`, `@`, tab, carriage return), so that what a stranger sent is never run; nor where
 * it is opened with another separator, which begins cells in the middle of these.
 * @param isFirst whether mark and header come before them; a later part of the same file has none
 */
export function formatCsv(
  fields: readonly string[],
  submissions: readonly Row[],
  { isFirst = true }: { readonly isFirst?: boolean } = {},
): string {
  return stringify([...submissions], {
    bom: isFirst,
    header: isFirst,
    columns: [...fields],
    cast: { string: (text) => text.replace(INNER_FORMULA, "$&'") },
    escape_formulas: true,
    record_delimiter: 'windows',
    // With that delimiter a single line break would stand unquoted, and tear its row apart.
    quoted_match: /[\r\n;\t]/,
  });
}

const WIDEST = 40;

const instant = new Intl.DateTimeFormat('uk-UA', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'Europe/Kyiv',
});

/** Submissions as a table for a terminal; long texts are cut, times are Kyiv's. */
export function formatTable(fields: readonly string[], submissions: readonly Row[]): string {
  const rows = [
    [...fields],
    ...submissions.map((submission) => fields.map((field) => cell(field, submission[field]))),
  ];
  const widths = fields.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]) =>
    row
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return rows.map(line).join('\n');
}

function cell(field: string, value: string | null | undefined): string {
  if (!value) return '';
  if (field === 'created_at') return instant.format(new Date(value));
  // Control characters in what a stranger sent could drive the terminal.
  const text = value.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
  return text.length > WIDEST ? `${text.slice(0, WIDEST - 1)}…` : text;
}
