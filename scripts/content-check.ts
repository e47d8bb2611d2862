import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fingerprint, previewPages } from './previews/preview-pages';
import { readContent, type Content } from '@vidlunnia/api/src/content/content';
import { factsFileOf } from '@vidlunnia/api/src/content/files';
import { codeOf, contentSources, messageOf } from '@vidlunnia/settings/machine';

const { '.': folder, 'owner.json': ownerFile } = contentSources();
export const API_CONTENT = folder;

/**
 * Reads and checks all that the owner edits, drafts included.
 * @param versions folder of the site's content, which keeps facts about files that passed
 * @throws ContentError with all mistakes
 */
export const readEdited = (versions?: string): Promise<Content> =>
  readContent(folder, { ownerFile, drafts: true, factsFile: versions && factsFileOf(versions) });

const FULL = 'На\u00a0диску немає місця; звільніть його й\u00a0повторіть';
const CLOSED = 'Немає права на\u00a0файл чи теку; дайте його й\u00a0повторіть';
const REMEDIES = { ENOSPC: FULL, EDQUOT: FULL, EACCES: CLOSED, EPERM: CLOSED, EROFS: CLOSED };
const REMEDY_OF: ReadonlyMap<string, string> = new Map(Object.entries(REMEDIES));

/** The same task; when the disk refuses a file, it rejects in Ukrainian with the remedy. */
export const inOwnersWords =
  <Parameters extends unknown[], Result>(task: (...parameters: Parameters) => Promise<Result>) =>
  (...parameters: Parameters): Promise<Result> =>
    task(...parameters).catch((error: unknown) => {
      const refusal = codeOf(error) === undefined && error instanceof Error ? error.cause : error;
      const remedy = REMEDY_OF.get(codeOf(refusal) ?? '');
      throw remedy === undefined ? error : new Error(`${remedy} (${messageOf(refusal)})`, { cause: error });
    });

/** Whether every link preview is there and fits its post. */
export async function previewsAreDrawn(content: Content): Promise<boolean> {
  const drawn = await readFile(path.join(folder, 'previews/drawn.json'), 'utf8').catch(() => '{}');
  const known = JSON.parse(drawn) as Readonly<Record<string, string>>;
  const pages = [...(await previewPages(content))];
  return (
    pages.length === Object.keys(known).length && pages.every(([id, page]) => known[id] === fingerprint(page))
  );
}
