import {
  archivePath,
  PRIVACY_PATH,
  postPath,
  type ModuleId,
  type ModuleParams,
  type PageHead,
} from '@vidlunnia/contracts';
import { modulesOn, type PageIsland, type Zone } from './page-table';

/** The page at an address: those of the specification, section 2, all posts, and the one about personal data. */
export type Page =
  | { readonly kind: 'home' }
  | { readonly kind: 'post'; readonly params: ModuleParams<'blog/Post'> }
  | { readonly kind: 'archive'; readonly params: ModuleParams<'blog/Archive'> }
  | { readonly kind: 'privacy' }
  | { readonly kind: 'unknown' };

/** Parameters of a module without any; one object, so that comparisons work. */
export const NO_PARAMS = {};

const HOME: Page = { kind: 'home' };
const PRIVACY: Page = { kind: 'privacy' };
const UNKNOWN: Page = { kind: 'unknown' };

/** An address without a page. */
export const UNKNOWN_ADDRESS = '/-/unknown';

/** The first page has no number. There are at most 999, to limit the cached addresses without posts. */
const ARCHIVE_PATH = /^\/blog(?:\/category\/([^/]+))?(?:\/page\/([2-9]|[1-9]\d{1,2}))?\/?$/;

const POST_PATH = /^\/blog\/([^/]+)\/?$/;

/** Dot segments, encoded or not: never the id of a post or the name of a category. */
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

/** The canonical address of the page; no URL parser changes it. */
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

/** Whether two pages have the same content; all unknown addresses do. */
export const isSamePage = (a: Page, b: Page): boolean => addressOf(a) === addressOf(b);

/** The islands of a page, zones last. */
export function islandsOf(page: Page, zones: readonly Zone[]): readonly PageIsland[] {
  switch (page.kind) {
    case 'home':
      return [...modulesOn('home'), ...zones.map(({ id }) => id)].map((id) => ({ id, params: NO_PARAMS }));
    case 'post':
    case 'archive':
      return modulesOn(page.kind).map((id) => ({ id, params: page.params }));
    case 'privacy':
    case 'unknown':
      return [];
  }
}

/** Ids of a page's modules. */
export const modulesOf = (page: Page, zones: readonly Zone[]): ModuleId[] =>
  islandsOf(page, zones).map(({ id }) => id);

/** `null` for no text, for dots and for invalid percent-encoding. */
function decode(text: string | undefined): string | null {
  try {
    const decoded = text === undefined ? '.' : decodeURIComponent(text);
    return DOTS.test(decoded) ? null : decoded;
  } catch {
    return null;
  }
}

/** Heads of the pages that the shell renders itself (site copy, section 18). A post's head is from `blog/Post`. */
export const HOME_HEAD: PageHead = {
  title: 'Відлуння — діджитал-агенція у Вінниці: SMM, контент, ліди',
  description:
    'Соцмережі, контент, лідогенерація та аналітика для бізнесу. Рахуємо заявки, звітуємо на одну сторінку, про помилки пишемо в блозі.',
};

export const NOT_FOUND_HEAD: PageHead = {
  title: 'Сторінку не знайдено — Відлуння',
  description: 'Сторінки за цією адресою немає. Поверніться на головну або зазирніть у блог «Відлуння».',
};

/** For a post's page until the post is loaded. */
export const POST_HEAD: PageHead = { title: 'Відлуння' };

/** Heads by kind of page; an island's own head, if any, replaces it. */
export const HEADS: Readonly<Record<Page['kind'], PageHead>> = {
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

/** For a post's page whose post or code could not be loaded. */
export const LOST_POST_HEAD: PageHead = { title: 'Стаття не завантажилася — Відлуння' };
