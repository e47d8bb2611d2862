import { parseArgs } from 'node:util';
import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { askChannel } from '../channel/channel';
import { FolderInUseError } from '../channel/claim-folder';
import type { Environment } from '../config/environment';
import { openDatabase } from '../database/open-database';
import { formatCsv, formatTable } from '../submissions/format-submissions';
import {
  isSubmissionKind,
  listSubmissions,
  SUBMISSION_KINDS,
  submissionFields,
  type Submission,
  type SubmissionKind,
} from '../submissions/list-submissions';

const ListSchema = Type.Array(Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()])));

/**
 * Shows what visitors sent, newest last: both kinds as tables, or with `--csv applications|messages` one kind for a
 * spreadsheet; `--since DATE` leaves out what is older.
 */
export async function submissionsCommand(environment: Environment, args: string[]): Promise<void> {
  const { csv, since } = readArguments(args);
  if (csv !== undefined) {
    process.stdout.write(formatCsv(submissionFields(csv), await submissionsOf(environment, csv, since)));
    return;
  }
  for (const kind of SUBMISSION_KINDS) {
    const submissions = await submissionsOf(environment, kind, since);
    process.stdout.write(
      `${kind} (${String(submissions.length)})\n${formatTable(submissionFields(kind), submissions)}\n\n`,
    );
  }
}

function readArguments(args: string[]): { csv: SubmissionKind | undefined; since: Date | undefined } {
  const { values } = parseArgs({ args, options: { csv: { type: 'string' }, since: { type: 'string' } } });
  const since = values.since === undefined ? undefined : new Date(values.since);
  if (since && Number.isNaN(since.getTime())) throw new Error('--since must be a date like 2026-11-21');
  if (values.csv === undefined || isSubmissionKind(values.csv)) return { csv: values.csv, since };
  throw new Error(`--csv must be one of ${SUBMISSION_KINDS.join(', ')}`);
}

/** From the database itself where it can be opened, else from the process that holds it: an embedded one bears only one. */
async function submissionsOf(
  environment: Environment,
  kind: SubmissionKind,
  since?: Date,
): Promise<readonly Submission[]> {
  try {
    const { database, close } = await openDatabase(environment);
    return await listSubmissions(database, kind, since).finally(close);
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    const query = since === undefined ? '' : `?since=${encodeURIComponent(since.toISOString())}`;
    return Value.Parse(ListSchema, await askChannel(environment.dataDir, `/submissions/${kind}${query}`));
  }
}
