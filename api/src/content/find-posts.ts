import { desc, eq, getTableColumns } from 'drizzle-orm';
import type { Post, PostSummary } from '@vidlunnia/shared/contracts/schemas';
import type { Database } from '../database/database';
import { posts } from '../database/schema';

const { id, title, excerpt, category, image_url, created_at, author } = getTableColumns(posts);
const summary = { id, title, excerpt, category, image_url, created_at, author };

/** All posts without their content, newest first. */
export async function listPosts(database: Database): Promise<PostSummary[]> {
  const rows = await database.select(summary).from(posts).orderBy(desc(created_at), id);
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
}

/** One whole post; `undefined` when there is none with this id. */
export async function findPost(database: Database, wanted: string): Promise<Post | undefined> {
  const [row] = await database.select().from(posts).where(eq(id, wanted));
  return row && { ...row, created_at: row.created_at.toISOString() };
}
