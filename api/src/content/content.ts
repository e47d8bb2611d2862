import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Service } from '@vidlunnia/contracts/schemas';
import { readPosts } from './read-posts';
import { readServices } from './read-services';
import type { ContentProblem, Pictures, SourcePost } from './source';

/** All that the content files say. */
export interface Content {
  /** In the order of their file. */
  readonly services: readonly Service[];
  /** Newest first. */
  readonly posts: readonly SourcePost[];
  readonly pictures: Pictures;
}

/** Says in one message everything that is wrong with the content files. */
export class ContentError extends Error {
  constructor(readonly problems: readonly ContentProblem[]) {
    const lines = problems.map(({ file, line, mend }) => `  - ${file}:${String(line)}: ${mend}`);
    super(`The content has mistakes. To mend:\n${lines.join('\n')}`);
    this.name = 'ContentError';
  }
}

/**
 * Reads all content files.
 * @throws ContentError naming everything that is wrong in them
 */
export async function readContent(folder: string): Promise<Content> {
  const problems: ContentProblem[] = [];
  const pictures = await readPictures(folder);
  const services = await readServices(folder, pictures, problems);
  const posts = await readPosts(folder, pictures, problems);
  if (problems.length > 0) throw new ContentError(problems);
  return { services, posts, pictures };
}

async function readPictures(folder: string): Promise<Pictures> {
  const names = await Promise.all(
    ['icons', 'covers'].map(async (kind) =>
      (await readdir(join(folder, kind)))
        .filter((name) => name.endsWith('.svg'))
        .map((name) => `${kind}/${name}`),
    ),
  );
  return new Map(
    await Promise.all(names.flat().map(async (name) => [name, await readFile(join(folder, name))] as const)),
  );
}
