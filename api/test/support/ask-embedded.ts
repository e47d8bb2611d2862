import { text } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { openPglite } from '../../src/database/open-pglite';

// A separate process, since Jest cannot load PGlite: runs the statement in its input on the embedded database of a
// folder, and prints the rows.
async function ask(folder: string): Promise<void> {
  const { database, close } = await openPglite(folder);
  const result = await database.execute(sql.raw(await text(process.stdin)));
  await close();
  process.stdout.write(JSON.stringify((result as { readonly rows: unknown }).rows));
}

void ask(process.argv[2] ?? '');
