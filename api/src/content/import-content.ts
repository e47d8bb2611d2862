import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Database } from '../database/database';
import { posts, services } from '../database/schema';
import { PreviewImport } from '../previews/preview-import';
import { wantedPreviews } from '../previews/wanted-previews';
import { contentFolder } from './content-folder';
import { ContentError, type ContentProblem } from './content-problems';
import { readPosts } from './read-posts';
import { readServices } from './read-services';

/** Any number that nothing else on the server uses as an advisory lock. */
const IMPORT_LOCK = 20_261_122;

/** How much was imported. */
export interface ImportedContent {
  readonly services: number;
  readonly posts: number;
  /** Link-preview images that had to be drawn. */
  readonly previews: number;
}

/**
 * Reads all content files.
 * @throws ContentError naming everything that is wrong in them
 */
export async function readContent(folder: string) {
  const problems: ContentProblem[] = [];
  const serviceRows = await readServices(folder, problems);
  const postRows = await readPosts(folder, problems);
  if (problems.length > 0) throw new ContentError(problems);
  return { serviceRows, postRows };
}

/**
 * Makes the database's services and posts those of the content files; readers see the old ones until all are in.
 * @throws ContentError naming everything that is wrong in the files; nothing is changed then
 */
export async function importContent(database: Database, folder = contentFolder): Promise<ImportedContent> {
  const { serviceRows, postRows } = await readContent(folder);
  const look = join(folder, 'og');
  const previews = new PreviewImport(await wantedPreviews(look, postRows), look);
  await previews.draw(database);
  const drawn = await database.transaction(async (transaction) => {
    // Replicas that start together import one after another.
    await transaction.execute(sql`SELECT pg_advisory_xact_lock(${IMPORT_LOCK})`);
    await transaction.delete(services);
    await transaction.delete(posts);
    if (serviceRows.length > 0) {
      await transaction
        .insert(services)
        .values(serviceRows.map((service, position) => ({ ...service, position })));
    }
    if (postRows.length > 0) await transaction.insert(posts).values(postRows);
    return previews.store(transaction);
  });
  return { services: serviceRows.length, posts: postRows.length, previews: drawn };
}
