import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const ICON_URL = /^\/api\/icons\/([a-z0-9-]+\.svg)$/;
const ROOT_WITH_ID = /<svg\b[^>]*\sid="icon"/;

/**
 * What is wrong with a service's icon. Pages draw it by `<use href="/api/icons/….svg#icon">`, so that the file's
 * root element must be the one named `icon`.
 */
export async function iconProblem(url: string, folder: string): Promise<string | undefined> {
  const name = ICON_URL.exec(url)?.[1];
  if (name === undefined) return 'icon_url: write it like /api/icons/smm.svg';
  const svg = await readFile(join(folder, 'icons', name), 'utf8').catch(() => undefined);
  if (svg === undefined) return `icon_url: there is no icons/${name}`;
  if (!ROOT_WITH_ID.test(svg)) return `icon_url: put id="icon" on the <svg> element of icons/${name}`;
  return undefined;
}
