import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fingerprint, previewPages } from './previews/preview-pages';
import type { Content } from '@vidlunnia/api/src/content/content';
import { contentSources } from '@vidlunnia/content/settings';
import { checkContent } from './owners-check/owners-check';

const { '.': folder, 'owner.json': ownerFile } = contentSources();
export const API_CONTENT = folder;

/**
 * Reads and checks all that the owner edits, drafts included.
 * @throws ContentError with all mistakes
 */
export const readEdited = (): Promise<Content> => checkContent(folder, ownerFile);

/** Whether every link preview is there and fits its post. */
export async function previewsAreDrawn(content: Content): Promise<boolean> {
  const drawn = await readFile(path.join(folder, 'previews/drawn.json'), 'utf8').catch(() => '{}');
  const known = JSON.parse(drawn) as Readonly<Record<string, string>>;
  const pages = [...(await previewPages(content))];
  return (
    pages.length === Object.keys(known).length && pages.every(([id, page]) => known[id] === fingerprint(page))
  );
}
