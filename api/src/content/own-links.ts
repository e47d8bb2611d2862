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
import { readable } from './check-text';
import type { Rendered } from './render-markdown';

/** Links of a text to pages of this site, and what other links can lead to in it. */
export interface OwnLinks {
  /** `line` is counted from 0. */
  readonly links: { address: string; line: number }[];
  /** Ids of the headings. */
  readonly parts: string[];
}

export function ownLinksOf({ tokens }: Rendered): OwnLinks {
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
export interface LinkedPost extends OwnLinks {
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
export function* deadLinks(pages: Pages): Iterable<ContentProblem> {
  for (const post of pages.posts.values()) {
    if (!post) continue;
    for (const { address, line } of post.links) {
      const remedy = remedyFor(address, post, pages);
      if (remedy !== undefined)
        yield { file: post.file, line: post.firstLine + line, text: `посилання «${address}» — ${remedy}` };
    }
  }
}

const OTHER_ADDRESSES = new Set(['/blog', PRIVACY_PATH, '/rss.xml', '/sitemap.xml']);

function remedyFor(
  address: string,
  from: LinkedPost,
  { posts, services, pictures }: Pages,
): string | undefined {
  const [, written = '', query, part] = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/.exec(address) ?? [];
  const path = written.replace(/(?<=.)\/$/, '');
  const parameters = new URLSearchParams(query);
  const category = /^\/blog\/category\/([^/]+)$/.exec(path)?.[1];
  const id = /^\/blog\/([^/]+)$/.exec(path)?.[1];
  if (path === '/') {
    const service = parameters.get(SERVICE_PARAMETER);
    const names = [...Object.keys(SERVICE_NAMES), ...services.map(({ title }) => title)];
    if (service !== null && !names.includes(service)) return `такої послуги немає; є\u00a0${some(names)}`;
    const cards = services.map(({ title, service_type }) => serviceId(service_type ?? title));
    return missingPart(part, [...SECTION_IDS, ...Object.values(FORM_IDS), ...cards]);
  }
  if (path === '/blog' && parameters.has('category'))
    return `рубрика має іншу адресу; напишіть /blog/category/${parameters.get('category') ?? ''}`;
  if (category !== undefined) {
    const categories = new Set([...posts.values()].flatMap((post) => post?.category ?? []));
    return categories.has(category) ? undefined : `такої рубрики немає; є\u00a0${some([...categories])}`;
  }
  if (path === '' || (id !== undefined && posts.has(id))) {
    const post = id === undefined ? from : posts.get(id);
    if (post?.isDraft === true && !from.isDraft)
      return 'це чернетка, якої відвідувач не\u00a0побачить; опублікуйте\u00a0її або\u00a0приберіть посилання';
    return post && missingPart(part, post.parts);
  }
  if (id !== undefined) return 'такої статті немає; виправте адресу або\u00a0приберіть посилання';
  if (OTHER_ADDRESSES.has(path) || pictures.has(path)) return missingPart(part, []);
  return 'такої сторінки на\u00a0сайті немає; виправте адресу або\u00a0приберіть посилання';
}

function missingPart(part: string | undefined, parts: readonly string[]): string | undefined {
  if (part === undefined || parts.includes(part)) return undefined;
  const choice =
    parts.length > 0 ? `; є\u00a0${some(parts.map((each) => `#${each}`))}` : '; приберіть\u00a0його';
  return `там немає місця #${part}${choice}`;
}

const some = (values: readonly string[]): string => values.slice(0, 20).join(', ');
