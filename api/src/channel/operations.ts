import type { Database } from '../database/database';
import { listDeadLetters, retryDeadLetters } from '../delivery/dead-letters';
import { erasePerson, exportPerson } from '../submissions/personal-data';
import { retentionOperation } from '../submissions/retention';
import { acceptSuspected } from '../submissions/accept-suspected';
import { countSubmissions, listSubmissions, listSuspected } from '../submissions/list-submissions';

/** What an operation is told, and gives one by one: texts, so that they pass the channel as they are. */
export type Parameters = Readonly<Record<string, string>>;
export type Row = Readonly<Record<string, string | null>>;

type Operation = (database: Database, parameters: Parameters) => AsyncIterable<Row>;

/** What commands do on the database: in their own process, or in the one that holds the embedded database. */
export const OPERATIONS = {
  count: countSubmissions,
  list: listSubmissions,
  suspected: listSuspected,
  accept: acceptSuspected,
  dead: listDeadLetters,
  retry: retryDeadLetters,
  export: exportPerson,
  erase: erasePerson,
  retention: retentionOperation,
} as const satisfies Readonly<Record<string, Operation>>;

export type OperationName = keyof typeof OPERATIONS;

export function isOperation(name: string): name is OperationName {
  return Object.hasOwn(OPERATIONS, name);
}
