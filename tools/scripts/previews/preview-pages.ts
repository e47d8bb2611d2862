import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Content } from '@vidlunnia/api/src/content/content';
import { HOME_ID } from '@vidlunnia/api/src/content/schemas';

/** HTML pages of the previews, to be rendered by a browser, by id. */
export type PreviewPages = ReadonlyMap<string, string>;

/** The pages of all previews: one for the home page and one for each post. */
export async function previewPages({ posts, pictures }: Content): Promise<PreviewPages> {
  const template = await readFile(join(__dirname, 'template.html'), 'utf8');
  const page = (title: string, label: string, art: string) =>
    template
      .replace('<!--art-->', () => art)
      .replace('<!--label-->', () => escape(label))
      .replace('<!--title-->', () => escape(bound(title)));
  const home = page(
    'Гукнемо так, що відгукнеться',
    'Відлуння, діджитал-агенція у\u00a0Вінниці',
    picture('home.svg', await readFile(join(__dirname, 'home.svg'))),
  );
  const pages = new Map([[HOME_ID, home]]);
  for (const { id, title, category, image_url } of posts) {
    // A photograph's address ends with the name of a resized copy.
    const cover = pictures.get(image_url.split('/').slice(0, 4).map(decodeURIComponent).join('/'));
    if (cover)
      pages.set(
        id,
        page(title, `Відлуння — ${category}`, picture(cover.path, await readFile(cover.path), 'cover')),
      );
  }
  return pages;
}

/** The hash of a preview in `api/content/previews/drawn.json`: another hash means another picture. */
export const fingerprint = (page: string): string =>
  createHash('sha256').update(page).digest('hex').slice(0, 16);

function picture(path: string, bytes: Buffer, kind = ''): string {
  // Browsers recognise photographs by their bytes, and drawings by their type.
  const type = extname(path).toLowerCase() === '.svg' ? 'svg+xml' : 'webp';
  return `<img id="art" class="${kind}" alt="" src="data:image/${type};base64,${bytes.toString('base64')}">`;
}

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Binds short words to the next one, and keeps numbers together. */
const bound = (title: string): string =>
  title
    .replace(/(?<![\p{L}\d’])(\p{L}{1,3}) /gu, '$1\u00a0')
    .replace(/(?<=\d) (?=\d{3}(?!\d)|[%₴])/g, '\u00a0');
