import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TSchema } from '@sinclair/typebox';
import { OWNER, PublishedOwnerSchema, type Owner } from '@vidlunnia/content';
import { parseContent, problemLine, type ContentProblem, type ParsedContent } from '@vidlunnia/content/check';
import { filesIn, PREVIEW_FILE, textOf } from '@vidlunnia/content/files';
import type { Home, Post, Service } from '@vidlunnia/contracts/schemas';
import { missingPicture, readImages, type PictureFiles } from './pictures';
import { postOf, readPosts } from './read-posts';
import {
  AuthorsSchema,
  HOME_ID,
  HomeTextsSchema,
  ServicesSchema,
  TeamSchema,
  VacanciesSchema,
} from './schemas';

/** The data of all content files. */
export interface Content {
  readonly home: Home;
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

/** The owner's details, in messages. */
export const OWNER_FILE = 'shared/content/owner.json';

/** Lists all problems of the content files in one message, in Ukrainian for the owner. */
export class ContentError extends Error {
  constructor(readonly problems: readonly ContentProblem[]) {
    super(`У вмісті є помилки:\n${problems.map((problem) => `  - ${problemLine(problem)}`).join('\n')}`);
    this.name = 'ContentError';
  }
}

interface ReadOptions {
  /** Whether drafts are among the posts, and posts to come are shown too. */
  readonly drafts?: boolean;
  /** The owner's details; without this file they are those of the build. */
  readonly ownerFile?: string;
  /** Keeps facts about posts until the next read. */
  readonly factsFile?: string | undefined;
}

/**
 * Reads all content files.
 * @throws ContentError with all problems
 */
export async function readContent(folder: string, options: ReadOptions = {}): Promise<Content> {
  const { content, problems } = await readFiles(folder, options);
  if (content) return content;
  throw new ContentError(problems);
}

/**
 * Reads all content files, and names the problems with which they cannot be served; then there is no `content`. The
 * check before publishing (`tools/scripts/owners-check`) also finds what visitors would miss: it takes longer, and older
 * versions did not pass it.
 */
export async function readFiles(
  folder: string,
  { drafts = false, ownerFile = join(folder, 'owner.json'), factsFile }: ReadOptions = {},
) {
  const names = await filesIn(folder);
  const problems: ContentProblem[] = [];
  const previews = new Map(
    names.flatMap((name) => {
      const [, id] = PREVIEW_FILE.exec(name) ?? [];
      return id === undefined ? [] : [[id, join(folder, name)]];
    }),
  );
  const { pictures, drawings } = await readImages(folder, names, problems);
  const readData = async <Schema extends TSchema>(file: string, schema: Schema, shown: string) => {
    const parsed = parseContent(schema, textOf(await readFile(file)), shown);
    problems.push(...parsed.problems);
    return parsed;
  };
  const readJson = <Schema extends TSchema>(name: string, schema: Schema) =>
    readData(join(folder, name), schema, `api/content/${name}`);
  const services = await readJson('services.json', ServicesSchema);
  const authors = await readJson('authors.json', AuthorsSchema);
  const team = await readJson('team.json', TeamSchema);
  const vacancies = await readJson('vacancies.json', VacanciesSchema);
  const texts = await readJson('home.json', HomeTextsSchema);
  const owner = existsSync(ownerFile)
    ? await readData(ownerFile, PublishedOwnerSchema, OWNER_FILE)
    : { value: OWNER };
  const members = team.value?.people.map(({ name }) => name);
  problems.push(
    ...mistakesIn(services, 'services', services.value?.services, ({ icon_url }) => {
      const [file = '', id = ''] = icon_url.slice('/api/'.length).split('#');
      const isMissing = drawings.get(file)?.includes(`<symbol id="${id}"`) !== true;
      return [[isMissing, 'icon_url', `у\u00a0файлі api/content/${file} немає <symbol id="${id}">`]];
    }),
    ...mistakesIn(
      authors,
      'authors',
      authors.value?.authors,
      ({ name, portrait, team: isInTeam }, others) => [
        [others.some((other) => other.name === name), 'name', twice(name)],
        [
          portrait !== undefined && !pictures.has(portrait),
          'portrait',
          missingPicture(portrait ?? '', pictures),
        ],
        [
          isInTeam === true && members?.includes(name) === false,
          'team',
          `«${name}» немає в\u00a0команді; зніміть позначку або\u00a0додайте людину`,
        ],
      ],
    ),
    ...mistakesIn(team, 'people', team.value?.people, ({ name, portrait }, others) => [
      [others.some((other) => other.name === name), 'name', twice(name)],
      [!pictures.has(portrait), 'portrait', missingPicture(portrait, pictures)],
    ]),
    ...mistakesIn(
      vacancies,
      'vacancies',
      vacancies.value?.vacancies,
      ({ title, salary_from, salary_to }, others) => [
        [others.some((other) => other.title === title), 'title', twice(title)],
        [
          salary_to < salary_from,
          'salary_to',
          `має бути не менше, ніж «Зарплата від»; зараз ${String(salary_to)}`,
        ],
      ],
    ),
  );
  const files = await readPosts(
    folder,
    names,
    { authors: authors.value?.authors, pictures, factsFile },
    problems,
  );
  const read = { names, problems, pictures, files, services: services.value?.services ?? [] };
  const isWhole =
    services.value && authors.value && team.value && vacancies.value && texts.value && owner.value;
  if (problems.length > 0 || !isWhole) return { ...read, content: undefined };
  const known = authors.value.authors;
  const posts = files
    .flatMap((file) =>
      file.fields && (drafts || file.fields.draft !== true) ? postOf(file, file.fields, known, pictures) : [],
    )
    // Stable: posts of the same instant remain in the order of their ids.
    .sort((one, other) => Date.parse(other.created_at) - Date.parse(one.created_at));
  const people = team.value.people.flatMap((person) => {
    const portrait = pictures.get(person.portrait)?.shown;
    return portrait ? [{ ...person, portrait }] : [];
  });
  const open = vacancies.value.vacancies.map((vacancy) => ({ ...vacancy, posted: '' }));
  const content: Content = {
    home: {
      ...texts.value,
      team: { ...texts.value.team, people },
      vacancies: { ...texts.value.vacancies, vacancies: open },
    },
    owner: owner.value,
    ...{ services: read.services, posts, drafts, pictures, drawings, previews },
  };
  return { ...read, content };
}

type Mistake = readonly [isWrong: boolean, field: string, text: string];

/** Mistakes in the entries of a list; `others` stand before the entry. */
function* mistakesIn<Entry>(
  { problemAt }: Pick<ParsedContent<unknown>, 'problemAt'>,
  list: string,
  entries: readonly Entry[] = [],
  rules: (entry: Entry, others: readonly Entry[]) => readonly Mistake[],
): Iterable<ContentProblem> {
  for (const [index, entry] of entries.entries())
    for (const [isWrong, field, text] of rules(entry, entries.slice(0, index)))
      if (isWrong) yield problemAt([list, index, field], text);
}

const twice = (name: string) => `«${name}» уже є в\u00a0переліку; змініть або\u00a0видаліть`;

/** The public posts at a time, or all posts where drafts are shown; and the milliseconds until the next post's time. */
export function editionOf({ drafts, posts }: Content, now: number) {
  const timeOf = (index: number) => Date.parse(posts[index]?.created_at ?? '') || Infinity;
  const first = drafts ? 0 : posts.findIndex((_, index) => timeOf(index) <= now);
  const hidden = first === -1 ? posts.length : first;
  return { posts: posts.slice(hidden), leftMs: timeOf(hidden - 1) - now };
}

const NEXT = 2;

/**
 * Recommended posts after one: first of the same category, then older ones, then the newest.
 * @param posts all public ones, newest first
 */
export function nextPosts(post: Post, posts: readonly Post[]): Post[] {
  const index = posts.indexOf(post);
  const others = [...posts.slice(index + 1), ...posts.slice(0, index)];
  const isAlike = ({ category }: Post) => category === post.category;
  return [...others.filter(isAlike), ...others.filter((other) => !isAlike(other))].slice(0, NEXT);
}

/** The file of the link preview of a public post or the home page; a post without a preview gets the home page's. */
export function previewOf(content: Content, now: number, id: string): string | undefined {
  const isKnown = id === HOME_ID || editionOf(content, now).posts.some((post) => post.id === id);
  return isKnown ? (content.previews.get(id) ?? content.previews.get(HOME_ID)) : undefined;
}
