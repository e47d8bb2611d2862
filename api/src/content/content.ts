import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TSchema } from '@sinclair/typebox';
import { OWNER, OwnerSchema, type Owner } from '@vidlunnia/content';
import { parseContent, problemLine, type ContentProblem } from '@vidlunnia/content/check';
import { filesIn } from '@vidlunnia/content/versions';
import type { Post, Service } from '@vidlunnia/contracts/schemas';
import { missingPicture, readPictures, type PictureFiles } from './pictures';
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
  /** Drawings (SVG) and link previews (PNG), by path in the content folder. */
  readonly files: ReadonlyMap<string, Buffer>;
  readonly owner: Owner;
}

/** Lists all problems of the content files in one message, in Ukrainian for the owner. */
export class ContentError extends Error {
  constructor(readonly problems: readonly ContentProblem[]) {
    super(`У вмісті є помилки:\n${problems.map((problem) => `  - ${problemLine(problem)}`).join('\n')}`);
    this.name = 'ContentError';
  }
}

/**
 * Reads all content files. The owner's details are in a file of this folder, or elsewhere.
 * @param options.drafts whether drafts are among the posts, and those to come are shown too
 * @param options.ownerFile the owner's details; without this file they are those of the build
 * @throws ContentError with all problems
 */
export async function readContent(
  folder: string,
  { drafts = false, ownerFile = join(folder, 'owner.json') } = {},
): Promise<Content> {
  const problems: ContentProblem[] = [];
  const names = await filesIn(folder);
  const files = new Map<string, Buffer>();
  for (const name of names.filter((each) => FILES.test(each)))
    files.set(name, await readFile(join(folder, name)));
  const pictures = await readPictures(folder, names, problems);
  const services = await readData(join(folder, 'services.json'), ServicesSchema, 'api/content/services.json');
  const authors = await readData(join(folder, 'authors.json'), AuthorsSchema, 'api/content/authors.json');
  const owner = existsSync(ownerFile)
    ? await readData(ownerFile, OwnerSchema, 'shared/content/owner.json')
    : { value: OWNER, problems: [] };
  problems.push(...services.problems, ...authors.problems, ...owner.problems);
  for (const [index, { icon_url }] of (services.value?.services ?? []).entries()) {
    const [file = '', id = ''] = icon_url.slice('/api/'.length).split('#');
    if (!files.get(file)?.includes(`<symbol id="${id}"`))
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
  const posts = await readPosts(folder, { authors: authors.value?.authors, pictures, drafts }, problems);
  if (problems.length > 0 || !services.value || !owner.value) throw new ContentError(problems);
  return { services: services.value.services, posts, drafts, pictures, files, owner: owner.value };
}

const readData = async <Schema extends TSchema>(file: string, schema: Schema, name: string) =>
  parseContent(schema, await readFile(file, 'utf8'), name);

const FILES = /^(?:(?:icons|covers|portraits)\/[^/]+\.svg|previews\/[^/]+\.png)$/;

/** What is public at a time. */
export interface Edition {
  /** Newest first. */
  readonly posts: readonly Post[];
  /** Milliseconds since 1970: from when, and before when, these are the posts. */
  readonly from: number;
  readonly until: number;
}

const editions = new WeakMap<Content, Edition>();

/** The content's posts whose time has come, or all of them; the same object until the next one's time. */
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

/** The link preview of a public post or the home page; a post without a preview gets that of the home page. */
export function previewOf({ files }: Content, { posts }: Edition, id: string): Buffer | undefined {
  const isKnown = id === HOME_ID || posts.some((post) => post.id === id);
  return isKnown ? (files.get(`previews/${id}.png`) ?? files.get(`previews/${HOME_ID}.png`)) : undefined;
}
