import { parseArgs } from 'node:util';
import type { Row } from '../../channel/operations';
import { withOperations } from '../../channel/with-operations';
import type { Environment } from '../../config/environment';
import { formatCsv, formatTable } from '../../submissions/format-submissions';
import {
  isSubmissionKind,
  SUBMISSION_KINDS,
  submissionFields,
  type SubmissionKind,
} from '../../submissions/list-submissions';
import { print } from '../print';

/**
 * Shows what visitors sent, newest last: both kinds as tables, or with `--csv applications|messages` one kind for a
 * spreadsheet; `--since DATE` leaves out what is older.
 */
export async function listCommand(environment: Environment, args: string[]): Promise<void> {
  const { csv, since } = readArguments(args);
  await withOperations(environment, async (operate) => {
    for (const kind of csv === undefined ? SUBMISSION_KINDS : [csv]) {
      const selection = { kind, ...(since && { since: since.toISOString() }) };
      const fields = submissionFields(kind);
      if (csv === undefined) {
        for await (const { count } of operate('count', selection)) await print(`${kind} (${count ?? ''})\n`);
        for await (const page of pagesOf(operate('list', selection)))
          await print(`${formatTable(fields, page)}\n\n`);
      } else {
        let isFirst = true;
        for await (const page of pagesOf(operate('list', selection))) {
          await print(formatCsv(fields, page, { isFirst }));
          isFirst = false;
        }
      }
    }
  });
}

function readArguments(args: string[]): { csv: SubmissionKind | undefined; since: Date | undefined } {
  const { values } = parseArgs({ args, options: { csv: { type: 'string' }, since: { type: 'string' } } });
  const since = values.since === undefined ? undefined : new Date(values.since);
  if (since && Number.isNaN(since.getTime())) throw new Error('--since must be a date like 2026-11-21');
  if (values.csv === undefined || isSubmissionKind(values.csv)) return { csv: values.csv, since };
  throw new Error(`--csv must be one of ${SUBMISSION_KINDS.join(', ')}`);
}

const PAGE = 500;

/** Rows by the page, at least one: an empty table has its header too. */
async function* pagesOf(rows: AsyncIterable<Row>): AsyncGenerator<readonly Row[]> {
  let page: Row[] = [];
  let isFirst = true;
  for await (const row of rows) {
    page.push(row);
    if (page.length < PAGE) continue;
    yield page;
    page = [];
    isFirst = false;
  }
  if (page.length > 0 || isFirst) yield page;
}
