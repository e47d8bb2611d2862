import { parseArgs } from 'node:util';
import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { askChannel } from '../channel/ask-channel';
import type { Environment } from '../config/environment';
import { formatCsv } from '../submissions/format-csv';
import { formatTable } from '../submissions/format-table';
import {
  isSubmissionKind,
  listSubmissions,
  SUBMISSION_KINDS,
  submissionFields,
  type Submission,
  type SubmissionKind,
} from '../submissions/list-submissions';
import { withDatabase } from './with-database';

const AnswerSchema = Type.Array(Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()])));

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

function submissionsOf(
  environment: Environment,
  kind: SubmissionKind,
  since?: Date,
): Promise<readonly Submission[]> {
  return withDatabase(
    environment,
    (database): Promise<readonly Submission[]> => listSubmissions(database, kind, since),
    async () => {
      const query = since === undefined ? '' : `?since=${encodeURIComponent(since.toISOString())}`;
      return Value.Parse(
        AnswerSchema,
        await askChannel(environment.dataDir, 'GET', `/submissions/${kind}${query}`),
      );
    },
  );
}
