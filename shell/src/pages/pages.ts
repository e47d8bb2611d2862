import { postPath, type ModuleId, type ModuleParams } from '@vidlunnia/shared/contracts';
import { modulesOn, type ModuleOf, type PageIsland } from './page-table';

/** The page at an address (specification, section 2). */
export type Page =
  | { readonly kind: 'home' }
  | { readonly kind: 'post'; readonly params: ModuleParams<'blog/Post'> }
  | { readonly kind: 'unknown' };

/** Parameters of a module that takes none; one object, so that they compare equal. */
export const NO_PARAMS = {};

const HOME: Page = { kind: 'home' };
const UNKNOWN: Page = { kind: 'unknown' };

/** An address without a page. */
export const UNKNOWN_ADDRESS = '/-/unknown';

const POST_PATH = /^\/blog\/([^/]+)\/?$/;

/** Steps up or down in an address, encoded or not: never the name of a post. */
const DOTS = /^\.{1,2}$/;

export function pageAt(pathname: string): Page {
  if (pathname === '/') return HOME;
  const postId = decode(POST_PATH.exec(pathname)?.[1]);
  return postId === null || DOTS.test(postId) ? UNKNOWN : { kind: 'post', params: { postId } };
}

/** An address at which the page stands; whatever a visitor asked for, it is one that every URL parser takes as it is. */
export function addressOf(page: Page): string {
  if (page.kind === 'home') return '/';
  return page.kind === 'post' ? postPath(page.params.postId) : UNKNOWN_ADDRESS;
}

/** The page to which most links of a page lead: from the home page to a post, from all others back. */
export const nextPage = ({ kind }: Page): Page =>
  kind === 'home' ? { kind: 'post', params: { postId: '' } } : HOME;

/** Whether two pages have one content; all unknown addresses do. */
export const isSamePage = (a: Page, b: Page): boolean => addressOf(a) === addressOf(b);

/** Calls `visit` with every island of a page. */
export function forEachIsland(
  page: Page,
  visit: <Id extends ModuleId>(island: PageIsland<Id>) => void,
): void {
  if (page.kind === 'home') {
    for (const id of modulesOn('home')) visit<ModuleOf<'home'>>({ id, params: NO_PARAMS });
  } else if (page.kind === 'post') {
    for (const id of modulesOn('post')) visit({ id, params: page.params });
  }
}

/** Ids of a page's modules. */
export function modulesOf(page: Page): ModuleId[] {
  const ids: ModuleId[] = [];
  forEachIsland(page, ({ id }) => ids.push(id));
  return ids;
}

/** `null` for no text and for one that is no percent-encoding. */
function decode(text: string | undefined): string | null {
  try {
    return text === undefined ? null : decodeURIComponent(text);
  } catch {
    return null;
  }
}
