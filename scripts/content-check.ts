import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { TSchema } from '@sinclair/typebox';
import { fingerprint, previewPages } from '@vidlunnia/api/previews/preview-pages';
import { ContentError, readContent } from '@vidlunnia/api/src/content/content';
import { AuthorsSchema, FILE_SCHEMAS } from '@vidlunnia/api/src/content/schemas';
import type { FileSchemas } from '@vidlunnia/content/changes';
import { parseContent, problemLine, type ContentProblem } from '@vidlunnia/content/check';
import { api, remotes } from '@vidlunnia/remote-kit/environment/topology';
import { API_CONTENT, HOME_CONTENT, OWNER_FILE } from './content-sources';

const { home } = remotes;

/** Schemas of the JSON files in a version. */
export const contentSchemas = (): FileSchemas => ({ ...FILE_SCHEMAS, ...schemasOfHome() });

/** All mistakes, one line for each. */
export async function contentProblems(): Promise<readonly string[]> {
  const [ofApi, ofHome] = await Promise.all([problemsOfApi(), problemsOfHome()]);
  const ofBoth = ofApi.length + ofHome.length === 0 ? await authorsOutsideTeam() : [];
  return [...ofApi, ...ofHome, ...ofBoth].map(problemLine);
}

/** The API does not know the team, which the home remote has: only here are both. */
async function authorsOutsideTeam(): Promise<readonly ContentProblem[]> {
  const read = (folder: string, file: string) => readFile(path.join(folder, file), 'utf8');
  const team = JSON.parse(await read(HOME_CONTENT, 'team.json')) as {
    readonly people: readonly { readonly name: string }[];
  };
  const names = team.people.map(({ name }) => name);
  const text = await read(API_CONTENT, 'authors.json');
  const { value, problemAt } = parseContent(AuthorsSchema, text, `${api.folder}/content/authors.json`);
  return (value?.authors ?? []).flatMap((author, index) =>
    author.team !== true || names.includes(author.name)
      ? []
      : [
          problemAt(
            ['authors', index, 'team'],
            `«${author.name}» немає в\u00a0команді; зніміть позначку або\u00a0додайте людину`,
          ),
        ],
  );
}

async function problemsOfApi(): Promise<readonly ContentProblem[]> {
  try {
    await readContent(API_CONTENT, { ownerFile: OWNER_FILE });
    return [];
  } catch (error) {
    if (error instanceof ContentError) return error.problems;
    throw error;
  }
}

async function problemsOfHome(): Promise<readonly ContentProblem[]> {
  const read = Object.entries(schemasOfHome()).map(async ([file, schema]) => {
    const name = path.basename(file);
    const text = await readFile(path.join(HOME_CONTENT, name), 'utf8');
    const { value, problems, problemAt } = parseContent(schema, text, `${home.folder}/content/${name}`);
    if (value === undefined) return problems;
    return mistakesOfHome(value).map((mistake) => problemAt(mistake.path, mistake.text));
  });
  return (await Promise.all(read)).flat();
}

// By their paths: nothing imports a remote.
const requireOfHome = createRequire(path.join(HOME_CONTENT, 'schemas.ts'));

/** Mistakes that the schemas cannot tell, such as a portrait that is missing. */
function mistakesOfHome(value: unknown) {
  const { contentMistakes } = requireOfHome('./mistakes.ts') as {
    readonly contentMistakes: (value: unknown) => readonly {
      readonly path: readonly (string | number)[];
      readonly text: string;
    }[];
  };
  return contentMistakes(value);
}

/** Schemas of the home remote's files: `team.json` has `TeamSchema`. */
function schemasOfHome(): FileSchemas {
  if (!existsSync(HOME_CONTENT)) return {};
  const schemas = requireOfHome('./schemas.ts') as Readonly<Record<string, TSchema>>;
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      `${home.folder}/${name.replace(/Schema$/, '').toLowerCase()}.json`,
      schema,
    ]),
  );
}

/** Whether every link preview is there and fits its post. */
export async function previewsAreDrawn(): Promise<boolean> {
  const drawn = await readFile(path.join(API_CONTENT, 'previews/drawn.json'), 'utf8').catch(() => '{}');
  const known = JSON.parse(drawn) as Readonly<Record<string, string>>;
  const pages = [...(await previewPages(await readContent(API_CONTENT, { drafts: true })))];
  return (
    pages.length === Object.keys(known).length && pages.every(([id, page]) => known[id] === fingerprint(page))
  );
}
