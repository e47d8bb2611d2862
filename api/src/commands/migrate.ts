import type { Environment } from '../config/environment';
import { openDatabase } from '../database/open-database';

/** Applies the migrations and ends: for deployments that migrate before their replicas start. */
export async function migrateCommand(environment: Environment): Promise<void> {
  const { close } = await openDatabase(environment);
  await close();
  process.stdout.write('The database is up to date\n');
}
