import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { singleFlight } from '@vidlunnia/operating/single-flight';
import type { Database } from '../database/database';
import { secrets } from '../database/schema';

const NAME = 'spam';
const KEY_BYTES = 32;

/**
 * The key of tokens and of clients' hashes, the same for all replicas: the first that needs it makes it. Read once;
 * rejects as long as the database can't be had.
 */
export function sharedKey(database: Database): () => Promise<Buffer> {
  let known: Buffer | undefined;
  const read = singleFlight(async (name: string) => {
    const made = { name, value: randomBytes(KEY_BYTES).toString('base64url') };
    await database.insert(secrets).values(made).onConflictDoNothing();
    const [row] = await database.select().from(secrets).where(eq(secrets.name, name));
    if (row === undefined) throw new Error(`The database lost its secret ${name}`);
    return (known = Buffer.from(row.value, 'base64url'));
  });
  return async () => known ?? read(NAME);
}
