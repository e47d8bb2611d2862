import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TSchema } from '@sinclair/typebox';
import { OWNER, OwnerSchema, type Owner } from '@vidlunnia/content';
import { parseContent, problemLine, type ContentProblem } from '@vidlunnia/content/check';
import { filesIn } from '@vidlunnia/content/versions';
import type { Post, Service } from '@vidlunnia/contracts/schemas';
import { openFacts } from './files';
import { missingPicture, readImages, type PictureFiles } from './pictures';
import { readPosts } from './read-posts';
import { AuthorsSchema, HOME_ID, ServicesSchema } from './schemas';

/** The data of all content files. */
export interface Content {
  /** In the order of their file. */
  readonly services: readonly Service[];
  /** Newest first, those to come included. */
  readonly posts: readonly Post[];
  /** Whether all posts are shown: drafts, and those to come. */
  readonly drafts: boolean;
  readonly pictures: PictureFiles;
  /** Drawings (SVG), by path in the content folder. */
  readonly drawings: ReadonlyMap<string, Buffer>;
  /** Paths of the link previews (PNG), by the id of their post. */
  readonly previews: ReadonlyMap<string, string>;
  readonly owner: Owner;
}

/** Lists all problems of the content files in one message, in Ukrainian for the owner. */
export class ContentError extends Error {
  constructor(readonly problems: readonly ContentProblem[]) {
    super(`У вмісті є помилки:\n${problems.map((problem) => `  - ${problemLine(problem)}`).join('\n')}`);
    this.name = 'ContentError';
  }
}

interface ReadOptions {
  /** Whether drafts are among the posts, and posts to come are shown too. */
  readonly drafts?: boolean | undefined;
  /** The owner's details; without this file they are those of the build. */
  readonly ownerFile?: string;
  /** Keeps facts about files until the next read (`openFacts`). */
  readonly factsFile?: string | undefined;
}

/**
 * Reads and checks all content files.
 * @throws ContentError with all problems
 */
export async function readContent(
  folder: string,
  { drafts = false, ownerFile = join(folder, 'owner.json'), factsFile }: ReadOptions = {},
): Promise<Content> {
  const problems: ContentProblem[] = [];
  const names = await filesIn(folder);
  const facts = await openFacts(factsFile);
  const previews = new Map(
    names.flatMap((name) => {
      const [, id] = PREVIEW.exec(name) ?? [];
      return id === undefined ? [] : [[id, join(folder, name)]];
    }),
  );
  const { pictures, drawings } = await readImages(folder, names, facts, problems);
  const services = await readData(join(folder, 'services.json'), ServicesSchema, 'api/content/services.json');
  const authors = await readData(join(folder, 'authors.json'), AuthorsSchema, 'api/content/authors.json');
  const owner = existsSync(ownerFile)
    ? await readData(ownerFile, OwnerSchema, 'shared/content/owner.json')
    : { value: OWNER, problems: [] };
  problems.push(...services.problems, ...authors.problems, ...owner.problems);
  for (const [index, { icon_url }] of (services.value?.services ?? []).entries()) {
    const [file = '', id = ''] = icon_url.slice('/api/'.length).split('#');
    if (!drawings.get(file)?.includes(`<symbol id="${id}"`))
      problems.push(
        services.problemAt(
          ['services', index, 'icon_url'],
          `у\u00a0файлі api/content/${file} немає <symbol id="${id}">`,
        ),
      );
  }
  for (const [index, { portrait }] of (authors.value?.authors ?? []).entries())
    if (portrait !== undefined && !pictures.has(portrait))
      problems.push(authors.problemAt(['authors', index, 'portrait'], missingPicture(portrait, pictures)));
  const known = { authors: authors.value?.authors, pictures, facts, drafts };
  const posts = await readPosts(folder, names, known, problems);
  await facts.save();
  if (problems.length > 0 || !services.value || !owner.value) throw new ContentError(problems);
  const read = { posts, drafts, pictures, drawings, previews };
  return { ...read, services: services.value.services, owner: owner.value };
}

const readData = async <Schema extends TSchema>(file: string, schema: Schema, name: string) =>
  parseContent(schema, await readFile(file, 'utf8'), name);

const PREVIEW = /^previews\/([^/]+)\.png$/;

/** What is public at a time. */
export interface Edition {
  /** Newest first. */
  readonly posts: readonly Post[];
  /** Milliseconds since 1970: from when, and before when, these are the posts. */
  readonly from: number;
  readonly until: number;
}

const editions = new WeakMap<Content, Edition>();

/** The public posts at a time, or all posts where drafts are shown. The same object until the next post's time. */
export function editionOf(content: Content, now: number): Edition {
  const known = editions.get(content);
  if (known && now >= known.from && now < known.until) return known;
  const times = content.drafts ? [] : content.posts.map(({ created_at }) => Date.parse(created_at));
  const hidden = times.filter((time) => time > now).length;
  const edition = {
    posts: content.posts.slice(hidden),
    from: times[hidden] ?? -Infinity,
    until: times[hidden - 1] ?? Infinity,
  };
  editions.set(content, edition);
  return edition;
}

/** The file of the link preview of a public post or the home page; a post without a preview gets the home page's. */
export function previewOf({ previews }: Content, { posts }: Edition, id: string): string | undefined {
  const isKnown = id === HOME_ID || posts.some((post) => post.id === id);
  return isKnown ? (previews.get(id) ?? previews.get(HOME_ID)) : undefined;
}
