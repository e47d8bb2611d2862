import { UNKNOWN_ADDRESS } from '../../page/modules';
import type { ModulePlace, Page, SitePages } from '../../site';

/** The pages of a bakery, a made-up site. */
export type BakeryPage =
  | { readonly kind: 'shop' | 'hours' | 'unknown' }
  | { readonly kind: 'story'; readonly params: { readonly id: string } }
  | { readonly kind: 'list'; readonly params: { readonly page: number } };

export interface BakeryFacts {
  readonly phone: string;
}

export const FACTS: BakeryFacts = { phone: '112' };

const MODULES = {
  'shop/Window': { page: 'shop', element: 'window' },
  'shop/Breads': { page: 'shop', element: 'breads', loads: true },
  'shop/Jobs': { page: 'shop', element: 'jobs' },
  'orders/JobForm': { page: 'shop', element: 'job-form', within: 'shop/Jobs' },
  'news/Latest': { page: 'shop', element: 'latest', loads: true },
  'shop/Visit': { page: 'shop', element: 'visit' },
  'orders/OrderForm': { page: 'shop', element: 'order-form', within: 'shop/Visit' },
  'news/Story': { page: 'story', element: 'main', loads: true },
  'news/List': { page: 'list', element: 'main', loads: true },
} as const satisfies Readonly<Record<string, ModulePlace>>;

export const MODULE_IDS = Object.keys(MODULES);
export const REMOTES = ['shop', 'news', 'orders'] as const;
export type RemoteName = (typeof REMOTES)[number];

const TITLES: Readonly<Record<BakeryPage['kind'], string>> = {
  shop: 'The bakery',
  hours: 'Opening hours',
  story: 'A story',
  list: 'All stories',
  unknown: 'Nothing here',
};

export const bakeryPages = {
  modules: MODULES,
  pageAt: (pathname: string): BakeryPage => {
    if (pathname === '/') return { kind: 'shop' };
    if (pathname === '/hours') return { kind: 'hours' };
    const list = /^\/news(?:\/page\/(\d+))?$/.exec(pathname);
    if (list) return { kind: 'list', params: { page: Number(list[1] ?? 1) } };
    const [, id] = /^\/news\/([^/]+)$/.exec(pathname) ?? [];
    return id === undefined ? { kind: 'unknown' } : { kind: 'story', params: { id } };
  },
  addressOf: (page: BakeryPage): string => {
    switch (page.kind) {
      case 'shop':
        return '/';
      case 'hours':
        return '/hours';
      case 'story':
        return `/news/${page.params.id}`;
      case 'list':
        return page.params.page === 1 ? '/news' : `/news/page/${String(page.params.page)}`;
      case 'unknown':
        return UNKNOWN_ADDRESS;
    }
  },
  headOf: ({ kind }: BakeryPage) => ({ title: TITLES[kind], description: `About: ${TITLES[kind]}` }),
} satisfies SitePages;

/** A page of the bakery. */
export const pageAt = (pathname: string): Page => bakeryPages.pageAt(pathname);
