import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Static } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { SectionId } from '@vidlunnia/contracts';
import type { Post } from '@vidlunnia/contracts/schemas';
import { parseContent, type ContentProblem } from '@vidlunnia/content/check';
import { FRONT_MATTER, POST_FILE, textOf } from '@vidlunnia/content/files';
import { replaceFile } from '@vidlunnia/settings/machine';
import { hashOf, readSmallFile, type PictureFiles } from './pictures';
import { renderMarkdown } from './render-markdown';
import {
  MAX_POST_ID,
  POST_ID,
  POST_ID_RULE,
  postFileSchema,
  type Author,
  type PostFileSchema,
} from './schemas';

/** A post as it stands in its file. */
export interface PostFile {
  readonly id: string;
  /** Path in the repository. */
  readonly file: string;
  /** The text between the lines of `---`. */
  readonly yaml: string;
  /** Markdown. */
  readonly body: string;
  /** `undefined` when there are mistakes. */
  readonly fields: Static<typeof PostFileSchema> | undefined;
}

interface Known {
  /** `undefined` when their file has mistakes: then every name passes. */
  readonly authors: readonly Author[] | undefined;
  readonly pictures: PictureFiles;
  /** Has the fields of posts that were read before, by the hash of their files: parsing takes most of the time. */
  readonly factsFile: string | undefined;
}

/** Reads the `posts/*.md` among a folder's files; adds mistakes in their fields to `problems`. */
export async function readPosts(
  folder: string,
  names: readonly string[],
  { authors, pictures, factsFile }: Known,
  problems: ContentProblem[],
): Promise<PostFile[]> {
  const schema = postFileSchema(
    authors?.map(({ name }) => name),
    [...pictures.keys()].filter((name) => name.startsWith('/api/covers/')),
  );
  const earlier = await readFacts(factsFile);
  const facts = new Map<string, unknown>();
  const posts: PostFile[] = [];
  for (const id of names.flatMap((name) => POST_FILE.exec(name)?.[1] ?? []).sort()) {
    const file = `api/content/posts/${id}.md`;
    const bytes = await readSmallFile(join(folder, 'posts', `${id}.md`));
    const [, yaml, body = ''] = FRONT_MATTER.exec(textOf(bytes)) ?? [];
    if (yaml === undefined) {
      problems.push({ file, line: 1, text: 'почніть файл з\u00a0полів між двома рядками\u00a0---' });
      continue;
    }
    const hash = hashOf(bytes);
    const known = earlier.get(hash);
    const { value: fields, problems: mistakes } = Value.Check(schema, known)
      ? { value: known, problems: [] }
      : parseContent(schema, yaml, file, 2);
    problems.push(...mistakes);
    facts.set(hash, fields);
    // Longer names are served: older checks accepted them.
    if (!POST_ID.test(id) && id.length <= MAX_POST_ID)
      problems.push({ file, text: `назвіть файл інакше: ${POST_ID_RULE}.md` });
    posts.push({ id, file, yaml, body, fields });
  }
  if (factsFile !== undefined && [...facts.keys()].some((hash) => !earlier.has(hash)))
    // Without the right to write, the next start has to parse everything again.
    await replaceFile(factsFile, JSON.stringify(Object.fromEntries(facts))).catch(() => undefined);
  return posts;
}

async function readFacts(file: string | undefined): Promise<ReadonlyMap<string, unknown>> {
  try {
    return new Map(Object.entries(JSON.parse(await readFile(file ?? '', 'utf8')) as object));
  } catch {
    return new Map();
  }
}

/** A category as pages show it: without spaces around it. */
export const categoryOf = (written: string): string => written.trim().replaceAll(/\s+/g, ' ');

/** A post for visitors. Its `content` is rendered when it is first read. */
export function postOf(
  { id, body }: PostFile,
  fields: NonNullable<PostFile['fields']>,
  authors: readonly Author[],
  pictures: PictureFiles,
): Post {
  const { title, excerpt, author, image_alt, description, cover } = fields;
  const category = categoryOf(fields.category);
  const created_at = new Date(fields.created_at).toISOString();
  const updated_at = new Date(fields.updated_at ?? created_at).toISOString();
  const pictureAt = (address = '') => pictures.get(address)?.shown;
  const image = pictureAt(cover);
  const { role, portrait, team } = authors.find(({ name }) => name === author) ?? {};
  const face = pictureAt(portrait);
  let content: string | undefined;
  return {
    ...{ id, title, excerpt, category, created_at, author, image_alt, description },
    ...{ image_url: image?.url ?? cover, ...(image && { image }) },
    // An edit before the publication changes nothing for readers.
    ...(updated_at > created_at && { updated_at }),
    get content() {
      return (content ??= renderMarkdown(body, pictureAt).html);
    },
    ...(role !== undefined && { author_role: role }),
    ...(face && { author_portrait: face }),
    ...(team === true && { author_link: `/#${TEAM}` }),
  };
}

const TEAM: SectionId = 'team';
