import { stringify } from 'csv-stringify/sync';
import type { Submission } from './list-submissions';

/**
 * Submissions as CSV for spreadsheets: UTF-8 with its mark, and a quote before each cell that a spreadsheet would
 * take for a formula (`=`, `+`, `-`, `@`, tab, carriage return), so that what a stranger sent is never run.
 */
export function formatCsv(fields: readonly string[], submissions: readonly Submission[]): string {
  return stringify([...submissions], {
    bom: true,
    header: true,
    columns: [...fields],
    escape_formulas: true,
    record_delimiter: 'windows',
    // With that delimiter a single line break would stand unquoted, and tear its row apart.
    quoted_match: /[\r\n]/,
  });
}
