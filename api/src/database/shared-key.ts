import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from './database';
import { secrets } from './schema';

/** A key that all replicas share. The first replica that needs it generates it. Read once. */
export function sharedKey(database: Database, name: string): () => Promise<Buffer> {
  let known: Buffer | undefined;
  const read = async () => {
    const made = { name, value: randomBytes(32).toString('base64url') };
    await database.insert(secrets).values(made).onConflictDoNothing();
    const [row] = await database.select().from(secrets).where(eq(secrets.name, name));
    if (row === undefined) throw new Error(`The database lost its secret ${name}`);
    return (known = Buffer.from(row.value, 'base64url'));
  };
  return async () => known ?? read();
}
