import { eq } from 'drizzle-orm';
import type { Database } from '../database/database';
import { previews } from '../database/schema';

/** The link-preview image (PNG) of a post, or of the home page; `undefined` when there is none with this id. */
export async function findPreview(database: Database, id: string): Promise<Uint8Array | undefined> {
  const { image } = previews;
  const [row] = await database.select({ image }).from(previews).where(eq(previews.id, id));
  return row?.image;
}
