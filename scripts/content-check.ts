import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { TSchema } from '@sinclair/typebox';
import { fingerprint, previewPages } from './previews/preview-pages';
import { ContentError, readContent } from '@vidlunnia/api/src/content/content';
import { AuthorsSchema, FILE_SCHEMAS } from '@vidlunnia/api/src/content/schemas';
import type { FileSchemas } from '@vidlunnia/content/changes';
import { parseContent, problemLine, type ContentProblem } from '@vidlunnia/content/check';
import { mistakesOfTeam, mistakesOfVacancies } from '@vidlunnia/mfe-home/content/mistakes';
import { TeamSchema, VacanciesSchema } from '@vidlunnia/mfe-home/content/schemas';
import { repositoryRoot, contentSources } from '@vidlunnia/settings/machine';
import { remotes } from '@vidlunnia/settings/topology';

const { home } = remotes;
const sources = contentSources();
export const API_CONTENT = sources['.'];
const OWNER_FILE = sources['owner.json'];
const HOME_CONTENT = path.join(repositoryRoot(), home.folder, 'content');

/** Schemas of the JSON files in a version. */
export const CONTENT_SCHEMAS: FileSchemas = {
  ...FILE_SCHEMAS,
  [`${home.folder}/team.json`]: TeamSchema,
  [`${home.folder}/vacancies.json`]: VacanciesSchema,
};

/** All mistakes, one line for each. */
export async function contentProblems(): Promise<readonly string[]> {
  const ofApi = await problemsOfApi();
  const authors = await parsed(AuthorsSchema, path.join(API_CONTENT, 'authors.json'));
  const team = await parsed(TeamSchema, path.join(HOME_CONTENT, 'team.json'));
  const vacancies = await parsed(VacanciesSchema, path.join(HOME_CONTENT, 'vacancies.json'));
  const problems = [...ofApi, ...team.problems, ...vacancies.problems];
  if (team.value)
    for (const mistake of mistakesOfTeam(team.value, HOME_CONTENT))
      problems.push(team.problemAt(mistake.path, mistake.text));
  if (vacancies.value)
    for (const mistake of mistakesOfVacancies(vacancies.value))
      problems.push(vacancies.problemAt(mistake.path, mistake.text));
  // The API does not know the team, which the home remote has: only here are both.
  const names = team.value?.people.map(({ name }) => name);
  for (const [index, author] of (authors.value?.authors ?? []).entries())
    if (author.team === true && names?.includes(author.name) === false)
      problems.push(
        authors.problemAt(
          ['authors', index, 'team'],
          `«${author.name}» немає в\u00a0команді; зніміть позначку або\u00a0додайте людину`,
        ),
      );
  return problems.map(problemLine);
}

const parsed = async <Schema extends TSchema>(schema: Schema, file: string) =>
  parseContent(schema, await readFile(file, 'utf8'), path.relative(repositoryRoot(), file));

async function problemsOfApi(): Promise<readonly ContentProblem[]> {
  try {
    await readContent(API_CONTENT, { ownerFile: OWNER_FILE });
    return [];
  } catch (error) {
    if (error instanceof ContentError) return error.problems;
    throw error;
  }
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
