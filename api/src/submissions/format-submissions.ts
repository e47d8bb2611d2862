import { kyivTime } from '@vidlunnia/contracts';
import { formatTable } from '@vidlunnia/settings/table';
import { stringify } from 'csv-stringify/sync';
import type { Row } from './list-submissions';
import { oneLine } from './single-lines';

// Spreadsheets in many countries split at semicolons, and then ignore quotes that start after a comma.
// Looks behind only at a formula's first character: from every separator, a text of tabs would take quadratic time.
const INNER_FORMULA = /(?=[=+@-])(?<=[;\t\r\n]\s*)/g;

/**
 * Submissions as CSV for spreadsheets, in UTF-8 with a byte order mark. A quote precedes each cell that a spreadsheet
 * would execute as a formula (`=`, `+`, `-`, `@`, tab, carriage return). Another separator may split a cell, so text
 * after a separator is quoted too.
 * @param isFirst whether to add mark and header; later parts of the same file have none
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
    cast: {
      string: (text) => text.replace(INNER_FORMULA, "'"),
      date: (instant) => instant.toISOString(),
    },
    escape_formulas: true,
    record_delimiter: 'windows',
    // With another delimiter, an unquoted line break would split its row.
    quoted_match: /[\r\n;\t]/,
  });
}

/** The CSV of a table that is read in pages, in parts. */
export async function* csvOf(
  fields: readonly string[],
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  let isFirst = true;
  for await (const rows of pages) {
    yield formatCsv(fields, rows, { isFirst });
    isFirst = false;
  }
}

const MAX_WIDTH = 40;

const instant = kyivTime('short');

/** Submissions as a table for a terminal, with an empty line below; long texts are cut, times are in Kyiv's time zone. */
export function formatSubmissions(fields: readonly string[], submissions: readonly Row[]): string {
  const rows = submissions.map((submission) => fields.map((field) => cell(submission[field] ?? '')));
  return `${formatTable([fields, ...rows]).join('\n')}\n\n`;
}

const cell = (value: string | number | Date): string =>
  value instanceof Date ? instant.format(value) : beginningOf(String(value), MAX_WIDTH);

/** The beginning of a stranger's text, in one line. */
export function beginningOf(value: string, longest: number): string {
  const text = oneLine(value);
  // Not by UTF-16 units: half an emoji is no character.
  const characters = Array.from(text);
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : text;
}
