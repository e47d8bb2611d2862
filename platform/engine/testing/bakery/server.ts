import { escaped } from '../../server/pages/document';
import type { FactsSource, GoldenPage, Notice, PageRequest, PreviewTexts, ServerSite } from '../../site';
import { bakeryPages, FACTS, pageAt } from './pages';
import type { BakeryInput } from './site';

const TYPED = { name: 'Golden Crust', email: 'crust@bakery.example' };
const SHOP: GoldenPage = { page: pageAt('/'), golden: 'full' };
const withInput = (input: BakeryInput): GoldenPage => ({ ...SHOP, input });

const notice = ({ title, words, html = '' }: Notice) =>
  `<!doctype html><html lang="en"><title>${escaped(title)}</title><h1>${escaped(title)}</h1><p>${escaped(words)}</p>${html}</html>`;

/** The pages of a request: `?bread=` chooses one of the order form, and `?sent` follows an accepted order. */
function requestOf(url: string): Promise<PageRequest | { readonly redirect: string }> {
  const [pathname = '/', query = ''] = url.split('?', 2);
  const page = pageAt(pathname);
  const search = new URLSearchParams(query);
  const bread = search.get('bread');
  if (page.kind !== 'shop') return Promise.resolve({ page });
  if (search.has('sent'))
    return Promise.resolve({ page, input: { order: { accepted: true, values: {} } }, variant: 'sent' });
  if (bread === null) return Promise.resolve({ page });
  return Promise.resolve(
    bread === 'rye' ? { page, input: { bread }, variant: `bread ${bread}` } : { redirect: pathname },
  );
}

const NO_FACTS: FactsSource = {
  name: 'The bakery’s details',
  initial: FACTS,
  load: () => Promise.resolve(null),
  check: (loaded) => loaded,
};

/** The bakery in the server, with facts of the test. */
export const bakeryServer = (facts: Partial<FactsSource> = {}): ServerSite => ({
  ...bakeryPages,
  contractVersions: [1],
  language: 'en',
  requestOf,
  headTags: ({ kind, siteUrl, facts }) =>
    kind === 'page'
      ? [
          `<link rel="home" href="${siteUrl}">`,
          `<meta name="facts" content="${escaped(JSON.stringify(facts))}">`,
        ]
      : ['<meta name="robots" content="noindex">'],
  prefetched: ['/', '/news/*'],
  trustedTypes: ['sanitiser'],
  styleSources: ["'sha256-own'"],
  noticePage: (_, status, given = { title: `Status ${String(status)}`, words: 'Try later.' }) =>
    notice(given),
  facts: { ...NO_FACTS, ...facts },
  goldenPages: {
    '/': SHOP,
    '/ without news': { ...SHOP, golden: 'empty' },
    '/ with a bread chosen': withInput({ bread: 'rye' }),
    '/ after the order was rejected': {
      ...withInput({ order: { accepted: false, values: TYPED } }),
      keeps: { island: 'orders/OrderForm', texts: TYPED },
    },
    '/news': { ...SHOP, page: pageAt('/news') },
    '/news/golden': { ...SHOP, page: pageAt('/news/golden') },
  },
});

/** Texts of the bakery's previews. */
export const previewTexts: PreviewTexts = {
  endForm: (action) => `<form action="${action}"><button>End</button></form>`,
  failed: (step, reason, html) => ({ title: 'Rejected', words: `At ${step}: ${reason}`, html }),
  refused: (reason) => ({ title: 'No preview', words: reason }),
  banner: (items, endForm) => ({
    html: `<aside id="preview">${items.map(({ name, version }) => `${name ?? 'draft'} ${version}`).join()}${endForm}</aside>`,
    css: '#preview{top:0}',
  }),
};
