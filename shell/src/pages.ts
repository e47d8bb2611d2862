import {
  archivePath,
  PAGE_TABLE,
  PRIVACY_PATH,
  postPath,
  SERVICE_PARAMETER,
  type ModuleParams,
  type PageHead,
} from '@vidlunnia/contracts';
import type { SitePages } from '@vidlunnia/engine';
import { UNKNOWN_ADDRESS } from '@vidlunnia/engine/modules';

/** The pages of the specification, section 2, all posts, and the page on personal data. */
export type Page =
  | { readonly kind: 'home' }
  | { readonly kind: 'post'; readonly params: ModuleParams<'blog/Post'> }
  | { readonly kind: 'archive'; readonly params: ModuleParams<'blog/Archive'> }
  | { readonly kind: 'privacy' }
  | { readonly kind: 'unknown' };

const HOME: Page = { kind: 'home' };
const PRIVACY: Page = { kind: 'privacy' };
const UNKNOWN: Page = { kind: 'unknown' };

/** Query parameter of the address after an accepted form; its value is the form's name. */
export const SENT_PARAMETER = 'sent';

/** The unchecked service in the query of the home page's address; empty without one. */
export const serviceIn = (query: string): string => new URLSearchParams(query).get(SERVICE_PARAMETER) ?? '';

/** The first page has no number. At most 999 pages, to limit the cached addresses without posts. */
const ARCHIVE_PATH = /^\/blog(?:\/category\/([^/]+))?(?:\/page\/([2-9]|[1-9]\d{1,2}))?\/?$/;

const POST_PATH = /^\/blog\/([^/]+)\/?$/;

/** Dot segments, encoded or not, are never the id of a post or the name of a category. */
const DOTS = /^\.{1,2}$/;

export function pageAt(pathname: string): Page {
  if (pathname === '/') return HOME;
  if (pathname.replace(/\/$/, '') === PRIVACY_PATH) return PRIVACY;
  const archive = ARCHIVE_PATH.exec(pathname);
  if (archive) return archiveAt(archive[1], Number(archive[2] ?? 1));
  const postId = decode(POST_PATH.exec(pathname)?.[1]);
  return postId === null ? UNKNOWN : { kind: 'post', params: { postId } };
}

function archiveAt(segment: string | undefined, page: number): Page {
  if (segment === undefined) return { kind: 'archive', params: { page } };
  const category = decode(segment);
  return category === null ? UNKNOWN : { kind: 'archive', params: { page, category } };
}

/** `null` for no text, for dots and for invalid percent-encoding. */
function decode(text: string | undefined): string | null {
  try {
    const decoded = text === undefined ? '.' : decodeURIComponent(text);
    return DOTS.test(decoded) ? null : decoded;
  } catch {
    return null;
  }
}

/** The canonical address of the page, which URL parsers leave unchanged. */
export function addressOf(page: Page): string {
  switch (page.kind) {
    case 'home':
      return '/';
    case 'post':
      return postPath(page.params.postId);
    case 'archive':
      return archivePath(page.params.page, page.params.category);
    case 'privacy':
      return PRIVACY_PATH;
    case 'unknown':
      return UNKNOWN_ADDRESS;
  }
}

/** Heads of the pages that the shell renders itself (site copy, section 18). `blog/Post` returns a post's head. */
const HOME_HEAD: PageHead = {
  title: 'Відлуння — діджитал-агенція у Вінниці: SMM, контент, ліди',
  description:
    'Соцмережі, контент, лідогенерація та аналітика для бізнесу. Рахуємо заявки, звітуємо на одну сторінку, про помилки пишемо в блозі.',
};

const NOT_FOUND_HEAD: PageHead = {
  title: 'Сторінку не знайдено — Відлуння',
  description: 'Сторінки за цією адресою немає. Поверніться на головну або зазирніть у блог «Відлуння».',
};

/** For a post's page until the post is loaded. */
const POST_HEAD: PageHead = { title: 'Відлуння' };

/** Heads by kind of page; an island's own head, if any, replaces it. */
const HEADS: Readonly<Record<Page['kind'], PageHead>> = {
  home: HOME_HEAD,
  post: POST_HEAD,
  archive: { title: 'Блог — Відлуння' },
  privacy: {
    title: 'Що ми робимо з вашими даними — Відлуння',
    description:
      'Які дані лишають у формах «Відлуння», навіщо вони нам, скільки зберігаються і як попросити їх видалити.',
  },
  unknown: NOT_FOUND_HEAD,
};

/** The site's pages, for the engine. */
export const sitePages = {
  modules: PAGE_TABLE,
  pageAt,
  addressOf,
  headOf: ({ kind }: Page) => HEADS[kind],
} satisfies SitePages;
