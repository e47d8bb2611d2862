import { join } from 'node:path';
import type { Static } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { SectionId } from '@vidlunnia/contracts';
import type { Post, PostSummary, Service } from '@vidlunnia/contracts/schemas';
import { parseContent, type ContentProblem } from '@vidlunnia/content/check';
import { FRONT_MATTER, POST_FILE, textOf } from '@vidlunnia/content/files';
import { alikeCategories, categoryOf } from './categories';
import { mistakesInText } from './check-text';
import { hashOf, readSmallFile, type FileFacts } from './files';
import { deadLinks, ownLinksOf, type LinkedPost, type OwnLinks } from './own-links';
import { missingPicture, pictureIn, type PictureFiles } from './pictures';
import { renderMarkdown } from './render-markdown';
import { MAX_POST_ID, POST_ID, POST_ID_RULE, PostFileSchema, postFileSchema, type Author } from './schemas';

interface Known {
  /** `undefined` when their file has mistakes: then every name passes. */
  readonly authors: readonly Author[] | undefined;
  readonly pictures: PictureFiles;
  readonly facts: FileFacts;
  /** Whether drafts are among the posts; they are checked in any case. */
  readonly drafts: boolean;
  readonly services: readonly Service[];
  readonly strict: boolean;
}

interface PostFile {
  readonly id: string;
  readonly hash: string;
  /** The text between the lines of `---`; `undefined` without such lines. */
  readonly yaml: string | undefined;
  /** Markdown. */
  readonly body: string;
}

type Fields = Static<typeof PostFileSchema>;

/**
 * Reads the `posts/*.md` among a folder's files, newest first; adds mistakes to `problems`. A post's `content` is
 * rendered whenever it is read.
 */
export async function readPosts(
  folder: string,
  names: readonly string[],
  known: Known,
  problems: ContentProblem[],
): Promise<Post[]> {
  const { authors, pictures, drafts, facts, services, strict } = known;
  const covers = [...pictures.keys()].filter((name) => name.startsWith('/api/covers/'));
  const schema = postFileSchema(
    authors?.map(({ name }) => name),
    covers,
  );
  const posts: Post[] = [];
  const linked = new Map<string, LinkedPost | undefined>();
  for (const id of names.flatMap((name) => POST_FILE.exec(name)?.[1] ?? []).sort()) {
    const bytes = await readSmallFile(join(folder, 'posts', `${id}.md`));
    const [, yaml, body = ''] = FRONT_MATTER.exec(textOf(bytes)) ?? [];
    const file = { id, hash: hashOf(bytes), yaml, body };
    const fields = knownFields(file, known) ?? checkPost(file, schema, known);
    const own = facts.get(file.hash)?.post?.own;
    linked.set(id, Array.isArray(fields) || !own ? undefined : linkedPost(file, fields, own));
    if (Array.isArray(fields)) problems.push(...fields);
    else if (drafts || fields.draft !== true) posts.push(postOf(file, fields, known));
  }
  if (strict) problems.push(...deadLinks({ posts: linked, services, pictures }), ...doubleCategories(linked));
  // Stable: posts of the same instant remain in the order of their ids.
  return posts.sort((one, other) => Date.parse(other.created_at) - Date.parse(one.created_at));
}

/** The fields of a file that an earlier read found valid, if it still is with the present authors and pictures. */
function knownFields({ id, hash }: PostFile, known: Known): Fields | undefined {
  const { authors, pictures, facts, strict } = known;
  const { fields, pictures: named = [], own } = facts.get(hash)?.post ?? {};
  const isValid =
    (own !== undefined || !strict) &&
    POST_ID.test(id) &&
    Value.Check(PostFileSchema, fields) &&
    authors?.some(({ name }) => name === fields.author) === true &&
    [fields.cover, ...named].every((address) => pictures.has(address));
  return isValid ? fields : undefined;
}

/** The fields of a valid file, or its mistakes. Renders the text: only then its pictures are known. */
function checkPost(
  { id, hash, yaml, body }: PostFile,
  schema: ReturnType<typeof postFileSchema>,
  { pictures, facts, strict }: Known,
): Fields | ContentProblem[] {
  const file = fileOf(id);
  if (yaml === undefined)
    return [{ file, line: 1, text: 'почніть файл з\u00a0полів між двома рядками\u00a0---' }];
  const { value, problems } = parseContent(schema, yaml, file, 2);
  const mistakes = [...problems];
  // An earlier check knew no limit, and every name that it let pass is served.
  if (!POST_ID.test(id) && (strict || id.length <= MAX_POST_ID))
    mistakes.push({ file, text: `назвіть файл інакше: ${POST_ID_RULE}.md` });
  const lineOfText = firstLineOf(yaml);
  const rendered = renderMarkdown(body, pictureIn(pictures));
  if (rendered.html === '')
    mistakes.push({
      file,
      line: lineOfText - 1,
      text: 'напишіть текст статті під\u00a0другим рядком\u00a0---',
    });
  for (const address of rendered.pictures.filter((each) => !pictures.has(each))) {
    const line = lineOfText + body.slice(0, Math.max(0, body.indexOf(address))).split('\n').length - 1;
    mistakes.push({ file, line, text: missingPicture(address, pictures) });
  }
  const lost = mistakesInText(body, rendered);
  if (strict) mistakes.push(...lost.map(({ line, text }) => ({ file, line: lineOfText + line, text })));
  if (mistakes.length > 0 || !value) return mistakes;
  const own = lost.length === 0 && { own: ownLinksOf(rendered) };
  facts.set(hash, { post: { fields: value, pictures: rendered.pictures, ...own } });
  return value;
}

const fileOf = (id: string): string => `api/content/posts/${id}.md`;

/** Number of the line below the second `---`. */
const firstLineOf = (yaml: string): number => yaml.split('\n').length + 3;

const linkedPost = ({ id, yaml = '' }: PostFile, fields: Fields, own: OwnLinks): LinkedPost => ({
  ...{ file: fileOf(id), firstLine: firstLineOf(yaml), ...own },
  ...{ category: categoryOf(fields.category), isDraft: fields.draft === true },
  categoryLine: yaml.split('\n').findIndex((line) => line.startsWith('category:')) + 2,
});

function* doubleCategories(linked: ReadonlyMap<string, LinkedPost | undefined>): Iterable<ContentProblem> {
  const posts = [...linked.values()].filter((post) => post !== undefined);
  const counts = new Map<string, number>();
  for (const { category } of posts) counts.set(category, (counts.get(category) ?? 0) + 1);
  for (const [usual, rare] of alikeCategories(counts)) {
    const other = posts.find(({ category }) => category === usual)?.file ?? '';
    for (const { file, category, categoryLine } of posts)
      if (category === rare)
        yield {
          ...{ file, line: categoryLine },
          text: `«Рубрика» — «${rare}» майже така, як «${usual}» у\u00a0файлі ${other}; напишіть їх\u00a0однаково`,
        };
  }
}

function postOf({ id, body }: PostFile, fields: Fields, { authors, pictures }: Known): Post {
  const { title, excerpt, author, image_alt, description } = fields;
  const category = categoryOf(fields.category);
  const created_at = new Date(fields.created_at).toISOString();
  const updated_at = new Date(fields.updated_at ?? created_at).toISOString();
  const pictureAt = pictureIn(pictures);
  const image = pictureAt(fields.cover);
  const { role, portrait, team } = authors?.find(({ name }) => name === author) ?? {};
  const face = portrait === undefined ? undefined : pictureAt(portrait);
  return {
    ...{ id, title, excerpt, category, image_url: image?.url ?? fields.cover, ...(image && { image }) },
    ...{ created_at, author },
    // An edit before the publication changes nothing for readers.
    ...(updated_at > created_at && { updated_at }),
    get content() {
      return renderMarkdown(body, pictureAt).html;
    },
    ...{ image_alt, description },
    ...(role !== undefined && { author_role: role }),
    ...(face && { author_portrait: face }),
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
  updated_at,
  author,
}: Post): PostSummary => ({
  ...{ id, title, excerpt, category, image_url },
  ...(image && { image }),
  ...{ created_at, author },
  ...(updated_at !== undefined && { updated_at }),
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
