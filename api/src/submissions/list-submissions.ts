import { asc, getTableColumns, gte } from 'drizzle-orm';
import type { Database } from '../database/database';
import { applications, messages } from '../database/schema';

const TABLES = { applications, messages };

export type SubmissionKind = keyof typeof TABLES;

export const SUBMISSION_KINDS: readonly SubmissionKind[] = ['applications', 'messages'];

/** A submission as it is listed and exported. */
export type Submission = Readonly<Record<string, string | null>>;

export function isSubmissionKind(text: string): text is SubmissionKind {
  return Object.hasOwn(TABLES, text);
}

/** The fields of a kind, in the order in which they are listed; what is only the API's is left out. */
export function submissionFields(kind: SubmissionKind): string[] {
  const fields = Object.keys(getTableColumns(TABLES[kind])).filter(
    (field) => !['id', 'idempotency_key', 'fingerprint', 'suspicion'].includes(field),
  );
  return [...fields, 'id'];
}

/** Everything of a kind that was sent since an instant, newest last. */
export async function listSubmissions(
  database: Database,
  kind: SubmissionKind,
  since?: Date,
): Promise<Submission[]> {
  const table = TABLES[kind];
  const rows = await database
    .select()
    .from(table)
    .where(since && gte(table.created_at, since))
    .orderBy(asc(table.created_at), asc(table.id));
  const fields = submissionFields(kind);
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row)
        .filter(([field]) => fields.includes(field))
        .map(([field, value]) => [field, value instanceof Date ? value.toISOString() : value]),
    ),
  );
}
