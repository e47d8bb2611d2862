import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Owner } from '@vidlunnia/content';
import type { ContentProblem as OwnerProblem } from '@vidlunnia/content/check';
import type { Post, Service } from '@vidlunnia/contracts/schemas';
import { readOwner } from './read-owner';
import { readPosts } from './read-posts';
import { readServices } from './read-services';
import { HOME_ID, type ContentProblem, type Pictures } from './source';

/** The data of all content files. */
export interface Content {
  /** In the order of their file. */
  readonly services: readonly Service[];
  /** Newest first. */
  readonly posts: readonly Post[];
  readonly pictures: Pictures;
  readonly owner: Owner;
}

/** Lists all problems of the content files in one message. */
export class ContentError extends Error {
  constructor(readonly problems: readonly ContentProblem[]) {
    const lines = problems.map(({ file, line, fix }) => `  - ${file}:${String(line)}: ${fix}`);
    super(`The content has mistakes. To fix:\n${lines.join('\n')}`);
    this.name = 'ContentError';
  }
}

/**
 * Reads all content files. The owner's details are in a file of this folder, or elsewhere.
 * @throws ContentError with all problems
 */
export async function readContent(folder: string, ownerFile = join(folder, 'owner.json')): Promise<Content> {
  const problems: ContentProblem[] = [];
  const pictures = await readPictures(folder);
  const services = await readServices(folder, pictures, problems);
  const posts = await readPosts(folder, pictures, problems);
  const ownerProblems: OwnerProblem[] = [];
  const owner = await readOwner(ownerFile, ownerProblems);
  problems.push(...ownerProblems.map(({ text, ...place }) => ({ ...place, fix: text })));
  if (problems.length > 0) throw new ContentError(problems);
  return { services, posts, pictures, owner };
}

const PICTURES = /^(?:(?:icons|covers)[/\\][^/\\]+\.svg|previews[/\\][^/\\]+\.png)$/;

async function readPictures(folder: string): Promise<Pictures> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => PICTURES.test(name));
  return new Map(
    await Promise.all(
      names.map(async (name) => [name.replaceAll('\\', '/'), await readFile(join(folder, name))] as const),
    ),
  );
}

/** The link preview of a post or the home page; a post without a preview gets that of the home page. */
export function previewOf({ posts, pictures }: Content, id: string): Buffer | undefined {
  const isKnown = id === HOME_ID || posts.some((post) => post.id === id);
  return isKnown
    ? (pictures.get(`previews/${id}.png`) ?? pictures.get(`previews/${HOME_ID}.png`))
    : undefined;
}
