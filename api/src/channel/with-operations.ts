import type { Environment } from '../config/environment';
import { openDatabase } from '../database/open-database';
import { askChannel } from './channel';
import { FolderInUseError } from './claim-folder';
import { OPERATIONS, type OperationName, type Parameters, type Row } from './operations';

/** Does an operation; its rows come as they are read. */
export type Operate = (name: OperationName, parameters: Parameters) => AsyncIterable<Row>;

/**
 * Lets a command work on the database: on the database itself where it can be opened, else through the process that
 * holds it, for an embedded one bears only one.
 */
export async function withOperations(
  environment: Environment,
  work: (operate: Operate) => Promise<void>,
): Promise<void> {
  const opened = await openDatabase(environment).catch((error: unknown) => {
    if (error instanceof FolderInUseError) return undefined;
    throw error;
  });
  if (opened === undefined) {
    await work((name, parameters) => askChannel(environment.dataDir, name, parameters));
    return;
  }
  const { database, close } = opened;
  try {
    await work((name, parameters) => OPERATIONS[name](database, parameters));
  } finally {
    await close();
  }
}
