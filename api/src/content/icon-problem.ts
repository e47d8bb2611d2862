import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const ICON_URL = /^\/api\/icons\/([a-z0-9-]+\.svg)#([a-z0-9-]+)$/;

/**
 * What is wrong with a service's icon. Pages draw it by `<use href="/api/icons/….svg#…">`, so that the file must have
 * a `<symbol>` of that id; one file for all icons is one request.
 */
export async function iconProblem(url: string, folder: string): Promise<string | undefined> {
  const [, name, id] = ICON_URL.exec(url) ?? [];
  if (name === undefined || id === undefined) return 'icon_url: write it like /api/icons/services.svg#smm';
  const svg = await readFile(join(folder, 'icons', name), 'utf8').catch(() => undefined);
  if (svg === undefined) return `icon_url: there is no icons/${name}`;
  if (!new RegExp(`<symbol\\b[^>]*\\sid="${id}"`).test(svg))
    return `icon_url: put a <symbol id="${id}"> into icons/${name}`;
  return undefined;
}
