import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SectionId } from '@vidlunnia/contracts';
import type { Post, PostSummary } from '@vidlunnia/contracts/schemas';
import { parseContent, type ContentProblem } from '@vidlunnia/content/check';
import { missingPicture, pictureOf, type PictureFiles } from './pictures';
import { renderMarkdown } from './render-markdown';
import { HOME_ID, POST_ID, postFileSchema, type Author } from './schemas';

/** Front matter between two lines of `---`, and the text after it. */
const FENCED = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n([\s\S]*))?$/;

interface Known {
  /** `undefined` when their file has mistakes: then every name passes. */
  readonly authors: readonly Author[] | undefined;
  readonly pictures: PictureFiles;
  /** Whether drafts are among the posts; they are checked in any case. */
  readonly drafts: boolean;
}

/** Reads `posts/*.md` in the content folder, newest first; adds mistakes to `problems`. */
export async function readPosts(folder: string, known: Known, problems: ContentProblem[]): Promise<Post[]> {
  const names = (await readdir(join(folder, 'posts'))).filter((name) => name.endsWith('.md'));
  const posts: Post[] = [];
  for (const id of names.map((name) => name.slice(0, -'.md'.length)).sort()) {
    const post = readPost(await readFile(join(folder, 'posts', `${id}.md`), 'utf8'), id, known);
    if (Array.isArray(post)) problems.push(...post);
    else if (post) posts.push(post);
  }
  // Stable: posts of the same instant remain in the order of their ids.
  return posts.sort((one, other) => Date.parse(other.created_at) - Date.parse(one.created_at));
}

/** The post of a file, or its mistakes; `undefined` for a hidden draft. */
function readPost(
  text: string,
  id: string,
  { authors, pictures, drafts }: Known,
): Post | ContentProblem[] | undefined {
  const file = `api/content/posts/${id}.md`;
  const [, yaml, body = ''] = FENCED.exec(text) ?? [];
  if (yaml === undefined)
    return [{ file, line: 1, text: 'почніть файл з\u00a0полів між двома рядками\u00a0---' }];

  const covers = [...pictures.keys()].filter((name) => name.startsWith('/api/covers/'));
  const schema = postFileSchema(
    authors?.map(({ name }) => name),
    covers,
  );
  const { value, problems } = parseContent(schema, yaml, file, 2);
  const mistakes = [...problems];
  if (!POST_ID.test(id))
    mistakes.push({
      file,
      text: `назвіть файл інакше: малі латинські літери, цифри й\u00a0дефіси, і\u00a0не\u00a0${HOME_ID}.md`,
    });

  const lineOfText = yaml.split('\n').length + 3;
  const { html: content, missing } = renderMarkdown(body, (address) => {
    const file = pictures.get(address);
    return file && pictureOf(address, file);
  });
  if (content === '')
    mistakes.push({
      file,
      line: lineOfText - 1,
      text: 'напишіть текст статті під\u00a0другим рядком\u00a0---',
    });
  for (const address of missing) {
    const line = lineOfText + body.slice(0, Math.max(0, body.indexOf(address))).split('\n').length - 1;
    mistakes.push({ file, line, text: missingPicture(address, pictures) });
  }

  const cover = value && pictures.get(value.cover);
  if (mistakes.length > 0 || !cover) return mistakes;
  if (value.draft === true && !drafts) return undefined;
  const { title, excerpt, category, author, image_alt, description } = value;
  const image = pictureOf(value.cover, cover);
  const created_at = new Date(value.created_at).toISOString();
  const { role, portrait, team } = authors?.find(({ name }) => name === author) ?? {};
  const face = portrait === undefined ? undefined : pictures.get(portrait);
  return {
    ...{ id, title, excerpt, category, image_url: image.url, image, created_at, author, content },
    ...{ image_alt, description },
    ...(role !== undefined && { author_role: role }),
    ...(portrait !== undefined && face && { author_portrait: pictureOf(portrait, face) }),
    ...(team === true && { author_link: `/#${TEAM}` }),
  };
}

const TEAM: SectionId = 'team';

/** A post without its content, for lists. */
export const summaryOf = ({
  id,
  title,
  excerpt,
  category,
  image_url,
  image,
  created_at,
  author,
}: Post): PostSummary => ({
  ...{ id, title, excerpt, category, image_url },
  ...(image && { image }),
  ...{ created_at, author },
});

const NEXT = 2;

/**
 * Recommended posts after one: first of the same category, then older ones, then the newest.
 * @param posts all public ones, newest first
 */
export function nextPosts(post: Post, posts: readonly Post[]): PostSummary[] {
  const index = posts.indexOf(post);
  const others = [...posts.slice(index + 1), ...posts.slice(0, index)];
  const isAlike = ({ category }: Post) => category === post.category;
  return [...others.filter(isAlike), ...others.filter((other) => !isAlike(other))]
    .slice(0, NEXT)
    .map(summaryOf);
}
