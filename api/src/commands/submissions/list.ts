import { parseArgs } from 'node:util';
import { withOperations, type Operate } from '../../channel/with-operations';
import type { Environment } from '../../config/environment';
import { formatCsv } from '../../submissions/format-submissions';
import {
  isSubmissionKind,
  listedFields,
  SUBMISSION_KINDS,
  type SubmissionKind,
} from '../../submissions/list-submissions';
import { pagesOf } from '../pages';
import { print, printTables } from '../print';

/**
 * Shows what visitors sent, newest last: both kinds as tables, or with `--csv applications|messages` one kind for a
 * spreadsheet; `--since DATE` leaves out what is older.
 */
export async function listCommand(environment: Environment, args: string[]): Promise<void> {
  const { csv, since } = readArguments(args);
  await withOperations(environment, async (operate) => {
    for (const kind of csv === undefined ? SUBMISSION_KINDS : [csv]) {
      const selection = { kind, ...(since && { since: since.toISOString() }) };
      const fields = listedFields(kind);
      if (csv === undefined) {
        for await (const { count } of operate('count', selection)) await print(`${kind} (${count ?? ''})\n`);
        await printTables(fields, operate('list', selection));
      } else {
        let isFirst = true;
        for await (const page of pagesOf(operate('list', selection))) {
          await print(formatCsv(fields, page, { isFirst }));
          isFirst = false;
        }
      }
    }
    if (csv === undefined) await printSuspected(operate);
  });
}

/** How many are kept apart, if any: else nobody would look for them. */
async function printSuspected(operate: Operate): Promise<void> {
  let suspected = 0;
  for (const kind of SUBMISSION_KINDS)
    for await (const { count } of operate('count', { kind, suspected: 'yes' })) suspected += Number(count);
  if (suspected > 0) await print(`${String(suspected)} more are taken for spam: see submissions suspected\n`);
}

function readArguments(args: string[]): { csv: SubmissionKind | undefined; since: Date | undefined } {
  const { values } = parseArgs({ args, options: { csv: { type: 'string' }, since: { type: 'string' } } });
  const since = values.since === undefined ? undefined : new Date(values.since);
  if (since && Number.isNaN(since.getTime())) throw new Error('--since must be a date like 2026-11-21');
  if (values.csv === undefined || isSubmissionKind(values.csv)) return { csv: values.csv, since };
  throw new Error(`--csv must be one of ${SUBMISSION_KINDS.join(', ')}`);
}
