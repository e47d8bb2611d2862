import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { singleFlight } from '@vidlunnia/operating/single-flight';
import type { Database } from './database';
import { secrets } from './schema';

/** A key that all replicas share. The first replica that needs it generates it. Read once. */
export function sharedKey(database: Database, name: string): () => Promise<Buffer> {
  let known: Buffer | undefined;
  const read = singleFlight(async (key: string) => {
    const made = { name: key, value: randomBytes(32).toString('base64url') };
    await database.insert(secrets).values(made).onConflictDoNothing();
    const [row] = await database.select().from(secrets).where(eq(secrets.name, key));
    if (row === undefined) throw new Error(`The database lost its secret ${key}`);
    return (known = Buffer.from(row.value, 'base64url'));
  });
  return async () => known ?? read(name);
}
