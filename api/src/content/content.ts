import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TSchema } from '@sinclair/typebox';
import { OWNER, OwnerSchema, PublishedOwnerSchema, type Owner } from '@vidlunnia/content';
import { parseContent, problemLine, type ContentProblem, type ParsedContent } from '@vidlunnia/content/check';
import { filesIn, isShown, PREVIEW_FILE, textOf } from '@vidlunnia/content/files';
import type { Home, Post, Service } from '@vidlunnia/contracts/schemas';
import { openFacts } from './files';
import { missingPicture, pictureIn, readImages, type PictureFiles } from './pictures';
import { readPosts } from './read-posts';
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
  /**
   * Whether it is a mistake if pages lose a part of a text, if links lead nowhere, or if categories are alike. Published
   * content is served with such mistakes: older versions were not checked for them.
   */
  readonly strict?: boolean;
  /** The owner's details; without this file they are those of the build. */
  readonly ownerFile?: string;
  /** Keeps facts about files until the next read (`openFacts`). */
  readonly factsFile?: string | undefined;
}

/** Folders that the owner fills. */
const OWNERS = /^(?:posts|covers|portraits|icons)\//;

const UNREAD =
  'цього файлу сайт не\u00a0читає. Статті — posts/kava.md без\u00a0підтек, картинки — jpg, png, webp, avif або\u00a0svg у\u00a0covers і\u00a0portraits. Перейменуйте, перенесіть або\u00a0приберіть його';

/**
 * Reads and checks all content files.
 * @throws ContentError with all problems
 */
export async function readContent(
  folder: string,
  { drafts = false, strict = false, ownerFile = join(folder, 'owner.json'), factsFile }: ReadOptions = {},
): Promise<Content> {
  const names = await filesIn(folder);
  const problems: ContentProblem[] = names
    .filter((name) => strict && OWNERS.test(name) && !isShown(name))
    .map((name) => ({ file: `api/content/${name}`, text: UNREAD }));
  const facts = await openFacts(factsFile);
  const previews = new Map(
    names.flatMap((name) => {
      const [, id] = PREVIEW_FILE.exec(name) ?? [];
      return id === undefined ? [] : [[id, join(folder, name)]];
    }),
  );
  const { pictures, drawings } = await readImages(folder, names, facts, problems);
  const readData = async <Schema extends TSchema>(file: string, schema: Schema, shown: string) => {
    const parsed = parseContent(schema, textOf(await readFile(file)), shown);
    problems.push(...parsed.problems);
    return parsed;
  };
  const read = <Schema extends TSchema>(name: string, schema: Schema) =>
    readData(join(folder, name), schema, `api/content/${name}`);
  const services = await read('services.json', ServicesSchema);
  const authors = await read('authors.json', AuthorsSchema);
  const team = await read('team.json', TeamSchema);
  const vacancies = await read('vacancies.json', VacanciesSchema);
  const texts = await read('home.json', HomeTextsSchema);
  const owner = existsSync(ownerFile)
    ? await readData(ownerFile, strict ? OwnerSchema : PublishedOwnerSchema, 'shared/content/owner.json')
    : { value: OWNER };
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
  problems.push(
    ...mistakesIn(authors, 'authors', pictures),
    ...mistakesIn(team, 'people', pictures),
    ...mistakesIn(vacancies, 'vacancies', pictures),
  );
  const members = team.value?.people.map(({ name }) => name);
  for (const [index, { name, team: isInTeam }] of (authors.value?.authors ?? []).entries())
    if (isInTeam === true && members?.includes(name) === false)
      problems.push(
        authors.problemAt(
          ['authors', index, 'team'],
          `«${name}» немає в\u00a0команді; зніміть позначку або\u00a0додайте людину`,
        ),
      );
  const known = {
    ...{ authors: authors.value?.authors, services: services.value?.services ?? [] },
    ...{ pictures, facts, drafts, strict },
  };
  const posts = await readPosts(folder, names, known, problems);
  await facts.save();
  const isWhole = services.value && team.value && vacancies.value && texts.value && owner.value;
  if (problems.length > 0 || !isWhole) throw new ContentError(problems);
  const pictureAt = pictureIn(pictures);
  const people = team.value.people.flatMap((person) => {
    const portrait = pictureAt(person.portrait);
    return portrait ? [{ ...person, portrait }] : [];
  });
  const home = {
    ...texts.value,
    team: { ...texts.value.team, people },
    vacancies: {
      ...texts.value.vacancies,
      vacancies: vacancies.value.vacancies.map((vacancy) => ({ ...vacancy, posted: '' })),
    },
  };
  return {
    home,
    services: services.value.services,
    posts,
    drafts,
    pictures,
    drawings,
    previews,
    owner: owner.value,
  };
}

/** Entries of a list by its name; each entry has a name or a title. */
type Entries<List extends string> = Readonly<Record<List, readonly Readonly<Entry>[]>>;
interface Entry {
  name?: string;
  title?: string;
  portrait?: string;
  salary_from?: number;
  salary_to?: number;
}

/** Entries that are listed twice, portraits that are missing, and salaries that end below their beginning. */
function* mistakesIn<List extends string>(
  { value, problemAt }: ParsedContent<Entries<List>>,
  list: List,
  pictures: PictureFiles,
) {
  const entries = value?.[list] ?? [];
  const names = entries.map(({ name, title }) => name ?? title ?? '');
  for (const [index, { title, portrait, salary_from = 0, salary_to = salary_from }] of entries.entries()) {
    const name = names[index] ?? '';
    if (names.indexOf(name) < index)
      yield problemAt(
        [list, index, title === undefined ? 'name' : 'title'],
        `«${name}» уже є в\u00a0переліку; змініть або\u00a0видаліть`,
      );
    if (portrait !== undefined && !pictures.has(portrait))
      yield problemAt([list, index, 'portrait'], missingPicture(portrait, pictures));
    if (salary_to < salary_from)
      yield problemAt(
        [list, index, 'salary_to'],
        `має бути не менше, ніж «Зарплата від»; зараз ${String(salary_to)}`,
      );
  }
}

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
