import { join } from 'node:path';
import type { Static } from '@sinclair/typebox';
import type { SectionId } from '@vidlunnia/contracts';
import type { Post, Service } from '@vidlunnia/contracts/schemas';
import { parseContent, type ContentProblem } from '@vidlunnia/content/check';
import { FRONT_MATTER, POST_FILE, textOf } from '@vidlunnia/content/files';
import { alikeCategories, categoryOf } from './categories';
import { mistakesInText } from './check-text';
import { deadLinks, ownLinksOf, type LinkedPost } from './own-links';
import { missingPicture, readSmallFile, type PictureFiles } from './pictures';
import { renderMarkdown, type Rendered } from './render-markdown';
import {
  MAX_POST_ID,
  POST_ID,
  POST_ID_RULE,
  postFileSchema,
  type Author,
  type PostFileSchema,
} from './schemas';

interface Known {
  /** `undefined` when their file has mistakes: then every name passes. */
  readonly authors: readonly Author[] | undefined;
  readonly pictures: PictureFiles;
  /** Whether drafts are among the posts; they are checked in any case. */
  readonly drafts: boolean;
  readonly services: readonly Service[];
  readonly strict: boolean;
}

type Fields = Static<typeof PostFileSchema>;

/**
 * Reads the `posts/*.md` among a folder's files, newest first; adds mistakes to `problems`. A post's `content` is
 * rendered when it is first read.
 */
export async function readPosts(
  folder: string,
  names: readonly string[],
  known: Known,
  problems: ContentProblem[],
): Promise<Post[]> {
  const { authors, pictures, drafts, services, strict } = known;
  const covers = [...pictures.keys()].filter((name) => name.startsWith('/api/covers/'));
  const schema = postFileSchema(
    authors?.map(({ name }) => name),
    covers,
  );
  const posts: Post[] = [];
  /** `undefined` for a post with mistakes. */
  const linked = new Map<string, LinkedPost | undefined>();
  for (const id of names.flatMap((name) => POST_FILE.exec(name)?.[1] ?? []).sort()) {
    const file = `api/content/posts/${id}.md`;
    const text = textOf(await readSmallFile(join(folder, 'posts', `${id}.md`)));
    const [, yaml, body = ''] = FRONT_MATTER.exec(text) ?? [];
    linked.set(id, undefined);
    if (yaml === undefined) {
      problems.push({ file, line: 1, text: 'почніть файл з\u00a0полів між двома рядками\u00a0---' });
      continue;
    }
    const { value, problems: mistakes } = parseContent(schema, yaml, file, 2);
    problems.push(...mistakes);
    // An earlier check knew no limit, and every name that it let pass is served.
    if (!POST_ID.test(id) && (strict || id.length <= MAX_POST_ID))
      problems.push({ file, text: `назвіть файл інакше: ${POST_ID_RULE}.md` });
    if (strict) {
      const firstLine = yaml.split('\n').length + 3;
      const rendered = renderMarkdown(body, (name) => pictures.get(name)?.shown);
      const lost = [...lossesOf(body, rendered, pictures)];
      problems.push(...lost.map(({ line, text }) => ({ file, line: firstLine + line, text })));
      if (value && lost.length === 0)
        linked.set(id, {
          ...{ file, firstLine, ...ownLinksOf(rendered) },
          ...{ category: categoryOf(value.category), isDraft: value.draft === true },
          categoryLine: yaml.split('\n').findIndex((line) => line.startsWith('category:')) + 2,
        });
    }
    if (value && (drafts || value.draft !== true)) posts.push(postOf(id, value, body, known));
  }
  if (strict) {
    const sound = [...linked.values()].filter((post) => post !== undefined);
    problems.push(...deadLinks({ posts: linked, services, pictures }), ...alikeCategories(sound));
  }
  // Stable: posts of the same instant remain in the order of their ids.
  return posts.sort((one, other) => Date.parse(other.created_at) - Date.parse(one.created_at));
}

/** What visitors would miss of a text; lines are counted from 0. */
function* lossesOf(body: string, rendered: Rendered, pictures: PictureFiles) {
  if (rendered.html === '') yield { line: -1, text: 'напишіть текст статті під\u00a0другим рядком\u00a0---' };
  for (const address of rendered.pictures.filter((each) => !pictures.has(each))) {
    const line = body.slice(0, Math.max(0, body.indexOf(address))).split('\n').length - 1;
    yield { line, text: missingPicture(address, pictures) };
  }
  yield* mistakesInText(body, rendered);
}

function postOf(id: string, fields: Fields, body: string, { authors, pictures }: Known): Post {
  const { title, excerpt, author, image_alt, description, cover } = fields;
  const created_at = new Date(fields.created_at).toISOString();
  const updated_at = new Date(fields.updated_at ?? created_at).toISOString();
  const pictureAt = (address = '') => pictures.get(address)?.shown;
  const image = pictureAt(cover);
  const { role, portrait, team } = authors?.find(({ name }) => name === author) ?? {};
  const face = pictureAt(portrait);
  let content: string | undefined;
  return {
    ...{
      id,
      title,
      excerpt,
      category: categoryOf(fields.category),
      created_at,
      author,
      image_alt,
      description,
    },
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
