import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Content } from '../src/content/content';
import { HOME_ID } from '../src/content/source';

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
    picture(await readFile(join(__dirname, 'home.svg'))),
  );
  return new Map([
    [HOME_ID, home],
    ...posts.map(({ id, title, category, image_url }): [string, string] => {
      const cover = pictures.get(image_url.slice('/api/'.length)) ?? Buffer.of();
      return [id, page(title, `Відлуння — ${category}`, picture(cover, 'cover'))];
    }),
  ]);
}

/** The hash of a preview in `api/content/previews/drawn.json`: another hash means another picture. */
export const fingerprint = (page: string): string =>
  createHash('sha256').update(page).digest('hex').slice(0, 16);

const picture = (svg: Buffer, kind = ''): string =>
  `<img id="art" class="${kind}" alt="" src="data:image/svg+xml;base64,${svg.toString('base64')}">`;

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Binds short words to the next one, and keeps numbers together. */
const bound = (title: string): string =>
  title
    .replace(/(?<![\p{L}\d’])(\p{L}{1,3}) /gu, '$1\u00a0')
    .replace(/(?<=\d) (?=\d{3}(?!\d)|[%₴])/g, '\u00a0');
