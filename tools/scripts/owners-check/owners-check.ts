import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { ContentError, OWNER_FILE, readFiles, type Content } from '@vidlunnia/api/src/content/content';
import { isWhole, missingPicture, UNREADABLE, type PictureFiles } from '@vidlunnia/api/src/content/pictures';
import { categoryOf } from '@vidlunnia/api/src/content/read-posts';
import { renderMarkdown, type Rendered } from '@vidlunnia/api/src/content/render-markdown';
import { MAX_POST_ID, POST_ID, POST_ID_RULE } from '@vidlunnia/api/src/content/schemas';
import { OwnerSchema } from '@vidlunnia/content';
import { parseContent, type ContentProblem } from '@vidlunnia/content/check';
import { isShown, POST_FILE, textOf } from '@vidlunnia/content/files';
import { alikeCategories } from './categories';
import { mistakesInText } from './check-text';
import { deadLinks, ownLinksOf, type LinkedPost } from './own-links';

/** Folders that the owner fills. */
const OWNERS = /^(?:posts|covers|portraits|icons)\//;

const UNREAD =
  'цього файлу сайт не\u00a0читає. Статті — posts/kava.md без\u00a0підтек, картинки — jpg, png, webp, avif або\u00a0svg у\u00a0covers і\u00a0portraits. Перейменуйте, перенесіть або\u00a0приберіть його';

/**
 * Reads all that the owner edits, drafts included, and finds what visitors would miss: lost parts of texts, dead links,
 * broken pictures, files that nothing reads, categories that are alike.
 * @throws ContentError with all mistakes, by file
 */
export async function checkContent(folder: string, ownerFile: string): Promise<Content> {
  const { content, problems, ...files } = await readFiles(folder, { drafts: true, ownerFile });
  const mistakes = problems.filter(({ file }) => file !== OWNER_FILE);
  // What was published may have other texts for hours.
  if (existsSync(ownerFile))
    mistakes.push(...parseContent(OwnerSchema, textOf(await readFile(ownerFile)), OWNER_FILE).problems);
  for (const name of files.names)
    if (OWNERS.test(name) && !isShown(name)) mistakes.push({ file: `api/content/${name}`, text: UNREAD });
  for (const [address, picture] of files.pictures)
    if (!(await isWhole(picture)))
      mistakes.push({ file: address.replace('/api/', 'api/content/'), text: UNREADABLE });
  mistakes.push(...mistakesInPosts(files));
  if (content && mistakes.length === 0) return content;
  throw new ContentError(
    mistakes.sort((one, other) => (one.file < other.file ? -1 : Number(one.file > other.file))),
  );
}

type Files = Omit<Awaited<ReturnType<typeof readFiles>>, 'content' | 'problems'>;

function* mistakesInPosts({ names, files, pictures, services }: Files): Iterable<ContentProblem> {
  const ids = names.flatMap((name) => POST_FILE.exec(name)?.[1] ?? []);
  /** `undefined` for a post with mistakes. */
  const linked = new Map<string, LinkedPost | undefined>(ids.map((id) => [id, undefined]));
  for (const { id, file, yaml, body, fields } of files) {
    // The API reads longer ones.
    if (!POST_ID.test(id) && id.length > MAX_POST_ID)
      yield { file, text: `назвіть файл інакше: ${POST_ID_RULE}.md` };
    const firstLine = yaml.split('\n').length + 3;
    const rendered = renderMarkdown(body, (name) => pictures.get(name)?.shown);
    const lost = [...lossesOf(body, rendered, pictures)];
    for (const { line, text } of lost) yield { file, line: firstLine + line, text };
    if (fields && lost.length === 0)
      linked.set(id, {
        ...{ file, firstLine, ...ownLinksOf(rendered) },
        ...{ category: categoryOf(fields.category), isDraft: fields.draft === true },
        categoryLine: yaml.split('\n').findIndex((line) => line.startsWith('category:')) + 2,
      });
  }
  yield* deadLinks({ posts: linked, services, pictures });
  yield* alikeCategories([...linked.values()].filter((post) => post !== undefined));
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
