import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Type, type Static } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { Post, PostSummary } from '@vidlunnia/contracts/schemas';
import { renderMarkdown } from './render-markdown';
import {
  HOME_ID,
  parseSource,
  schemaMistakes,
  type ContentProblem,
  type Mistake,
  type Pictures,
} from './source';

const text = Type.String({ minLength: 1 });

const FrontMatterSchema = Type.Object(
  {
    id: text,
    title: text,
    excerpt: text,
    category: text,
    author: text,
    created_at: text,
    cover: text,
    image_alt: text,
    description: text,
  },
  { additionalProperties: false },
);

type FrontMatter = Static<typeof FrontMatterSchema>;

// Ids are parts of URLs.
const ID = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$/;
/** Front matter between two lines of `---`, and the text after it. */
const FENCED = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n([\s\S]*))?$/;

/** Reads `posts/*.md` in the content folder, newest first; adds errors to `problems`. */
export async function readPosts(
  folder: string,
  pictures: Pictures,
  problems: ContentProblem[],
): Promise<Post[]> {
  const names = (await readdir(join(folder, 'posts'))).filter((name) => name.endsWith('.md'));
  const posts: Post[] = [];
  for (const id of names.map((name) => name.slice(0, -'.md'.length)).sort()) {
    const file = `posts/${id}.md`;
    const result = readPost(await readFile(join(folder, file), 'utf8'), id, pictures);
    if (Array.isArray(result)) problems.push(...result.map((each) => ({ file, ...each })));
    else posts.push(result);
  }
  // Stable: posts of the same instant remain in the order of their ids.
  posts.sort((one, other) => Date.parse(other.created_at) - Date.parse(one.created_at));
  return posts.map((post) => ({ ...post, next: nextPosts(post, posts).map(summaryOf) }));
}

function readPost(file: string, baseName: string, pictures: Pictures): Post | Omit<ContentProblem, 'file'>[] {
  const [, yaml, body = ''] = FENCED.exec(file) ?? [];
  if (yaml === undefined)
    return [{ line: 1, fix: 'begin the file with front matter between two lines of ---' }];
  const source = parseSource(yaml, 'core', 2);
  if (source.broken) return [source.broken];
  const fields = source.value;
  if (!Value.Check(FrontMatterSchema, fields)) return placed(schemaMistakes(FrontMatterSchema, fields));
  const mistakes = valueMistakes(fields, baseName, pictures);
  if (mistakes.length > 0) return placed(mistakes);
  const content = renderMarkdown(body);
  if (content === '') {
    return [{ line: yaml.split('\n').length + 2, fix: 'write the post below the front matter' }];
  }
  const { id, title, excerpt, category, author, cover, image_alt, description } = fields;
  const created_at = new Date(fields.created_at).toISOString();
  const image_url = `/api/covers/${cover}.svg`;
  return { id, title, excerpt, category, image_url, created_at, author, content, image_alt, description };

  function placed(found: readonly Mistake[]) {
    return found.map(({ path, fix }) => ({ line: source.lineOf(path), fix }));
  }
}

/** A post without its content, for lists. */
export const summaryOf = ({
  id,
  title,
  excerpt,
  category,
  image_url,
  created_at,
  author,
}: Post): PostSummary => ({ id, title, excerpt, category, image_url, created_at, author });

const NEXT = 2;

/**
 * Recommended posts after one: first of the same category, then older ones, then the newest.
 * @param posts all, newest first
 */
function nextPosts(post: Post, posts: readonly Post[]): Post[] {
  const index = posts.indexOf(post);
  const others = [...posts.slice(index + 1), ...posts.slice(0, index)];
  const isAlike = ({ category }: Post) => category === post.category;
  return [...others.filter(isAlike), ...others.filter((other) => !isAlike(other))].slice(0, NEXT);
}

function valueMistakes(
  { id, created_at, cover }: FrontMatter,
  baseName: string,
  pictures: Pictures,
): Mistake[] {
  const mistakes: readonly (false | Mistake)[] = [
    id !== baseName && { path: ['id'], fix: `name the file ${id}.md, or set id to the file's name` },
    !ID.test(id) && { path: ['id'], fix: 'id: use small Latin letters, digits and hyphens' },
    id === HOME_ID && {
      path: ['id'],
      fix: `id: ${HOME_ID} is the home page’s link preview; choose another`,
    },
    !isInstant(created_at) && {
      path: ['created_at'],
      fix: 'created_at: write a date like 2026-11-17T09:30:00+02:00',
    },
    !pictures.has(`covers/${cover}.svg`) && {
      path: ['cover'],
      fix: `cover: there is no covers/${cover}.svg; use ${coversOf(pictures).join(', ')}`,
    },
  ];
  return mistakes.filter((each) => each !== false);
}

const coversOf = (pictures: Pictures): string[] =>
  [...pictures.keys()].flatMap((name) => /^covers\/(.+)\.svg$/.exec(name)?.[1] ?? []).sort();

// `Date` reads 31 February as 3 March; the day must be the same as written.
function isInstant(written: string): boolean {
  const day = written.slice(0, 10);
  return (
    INSTANT.test(written) &&
    Number.isFinite(Date.parse(written)) &&
    new Date(`${day}T00:00Z`).toISOString().startsWith(day)
  );
}
