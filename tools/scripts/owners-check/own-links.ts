import {
  FORM_IDS,
  PRIVACY_PATH,
  SECTION_IDS,
  SERVICE_NAMES,
  SERVICE_PARAMETER,
  serviceId,
} from '@vidlunnia/contracts';
import type { Service } from '@vidlunnia/contracts/schemas';
import type { ContentProblem } from '@vidlunnia/content/check';
import type { Rendered } from '@vidlunnia/api/src/content/render-markdown';
import { readable } from './check-text';

/** Links of a text to pages of this site, with lines from 0; and the ids of its headings. */
export function ownLinksOf({ tokens }: Rendered) {
  const links = tokens.flatMap(({ part, line }) => {
    const address = part.type === 'link_open' ? readable(part.attrGet('href') ?? '') : '';
    return /^[/#]/.test(address) ? [{ address, line }] : [];
  });
  const parts = tokens.flatMap(({ part }) =>
    part.type === 'heading_open' ? (part.attrGet('id') ?? []) : [],
  );
  return { links, parts };
}

/** A post, as far as links lead to it or from it. */
export interface LinkedPost extends ReturnType<typeof ownLinksOf> {
  readonly file: string;
  /** The line of its file on which the text begins. */
  readonly firstLine: number;
  readonly category: string;
  readonly categoryLine: number;
  readonly isDraft: boolean;
}

interface Pages {
  /** By id; `undefined` for a post with mistakes. */
  readonly posts: ReadonlyMap<string, LinkedPost | undefined>;
  readonly services: readonly Pick<Service, 'title' | 'service_type'>[];
  readonly pictures: ReadonlyMap<string, unknown>;
}

/** Links to pages, sections and headings that visitors would not find. */
export function* deadLinks({ posts, services, pictures }: Pages): Iterable<ContentProblem> {
  const known = [...posts.values()].filter((post) => post !== undefined);
  const categories = [...new Set(known.map(({ category }) => category))];
  const names = [...Object.keys(SERVICE_NAMES), ...services.map(({ title }) => title)];
  const cards = services.map(({ title, service_type }) => serviceId(service_type ?? title));
  /** The parts of each page to which a link can lead. */
  const pages = new Map<string, readonly string[]>([
    ['/', [...SECTION_IDS, ...Object.values(FORM_IDS), ...cards]],
    ...['/blog', PRIVACY_PATH, '/rss.xml', '/sitemap.xml', ...pictures.keys()].map(nothing),
    ...categories.map((category) => nothing(`/blog/category/${category}`)),
  ]);

  const remedyFor = (address: string, from: LinkedPost): string | undefined => {
    const [, written = '', query, part] = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/.exec(address) ?? [];
    const path = written.replace(/(?<=.)\/$/, '');
    const { [SERVICE_PARAMETER]: service, category } = Object.fromEntries(new URLSearchParams(query));
    const id = /^\/blog\/([^/]+)$/.exec(path)?.[1] ?? '';
    const post = path === '' ? from : posts.get(id);
    if (!post && posts.has(id)) return undefined;
    if (post?.isDraft === true && !from.isDraft)
      return 'це чернетка, якої відвідувач не\u00a0побачить; опублікуйте\u00a0її або\u00a0приберіть посилання';
    if (path === '/' && service !== undefined && !names.includes(service))
      return `такої послуги немає; є\u00a0${some(names)}`;
    if (path === '/blog' && category !== undefined)
      return `рубрика має іншу адресу; напишіть /blog/category/${category}`;
    const parts = post?.parts ?? pages.get(path);
    if (!parts)
      return path.startsWith('/blog/category/')
        ? `такої рубрики немає; є\u00a0${some(categories)}`
        : 'такої сторінки на\u00a0сайті немає; виправте адресу або\u00a0приберіть посилання';
    if (part === undefined || parts.includes(part)) return undefined;
    const choice =
      parts.length > 0 ? `є\u00a0${some(parts.map((each) => `#${each}`))}` : 'приберіть\u00a0його';
    return `там немає місця #${part}; ${choice}`;
  };

  for (const from of known) {
    for (const { address, line } of from.links) {
      const remedy = remedyFor(address, from);
      if (remedy !== undefined)
        yield { file: from.file, line: from.firstLine + line, text: `посилання «${address}» — ${remedy}` };
    }
  }
}

const nothing = (path: string): [path: string, parts: readonly string[]] => [path, []];

const some = (values: readonly string[]): string => values.slice(0, 20).join(', ');
