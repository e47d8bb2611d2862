import type { PageHead, PostSummary } from '@vidlunnia/contracts';
import { HOME_HEAD, pageAt } from '../src/pages/pages';
import { releaseSetOf } from './release-set';
import { renderDocument, type SiteParts } from '../server/pages/document';
import { inlineStyle, inlineText } from '../server/pages/inline-text';
import type { RenderedPage } from '../src/pages/rendered-page';

export const SITE = 'https://vidlunnia.example';

export const sampleArticle: NonNullable<PageHead['article']> = {
  image: '/api/og/zlyi-komentar.png',
  imageAlt: 'Обкладинка статті «Злий коментар о 22:40»: Сонце сідає',
  published: '2026-09-30T06:00:00.000Z',
  author: 'Леся Романюк',
};

export const samplePostHead: PageHead = {
  title: 'Злий коментар о 22:40\u00a0— Відлуння',
  description: 'Як відповісти на гнівний коментар.',
  article: sampleArticle,
};

interface Sample {
  readonly pathname?: string;
  readonly kind?: RenderedPage['kind'];
  readonly head?: PageHead;
}

/** The parts of documents that are the same on all pages. */
export const SITE_PARTS: SiteParts = {
  build: {
    ...{ version: 'v', starter: 'starter.js', js: ['react.js', 'shell.js'], css: ['shell.css'] },
    ...{ app: ['app.js'], remotes: ['remotes.js'], shared: {}, declarations: {} },
  },
  starter: inlineText('window.starter={}'),
  siteUrl: SITE,
  retentionMonths: 12,
};

/** A page's document for tests, parsed as in a browser. */
export function sampleDocument({ pathname = '/', kind = 'page', head = HOME_HEAD }: Sample): Document {
  const html = renderDocument(SITE_PARTS, {
    releaseSet: releaseSetOf(),
    request: { page: pageAt(pathname), submission: null },
    rendered: { kind, head, html: [], failures: [] },
    style: inlineStyle(''),
  });
  return new DOMParser().parseFromString(html, 'text/html');
}

/** Content of the only meta tag with a name or property; `null` when there is none. */
export function metaOf(page: Document, name: string): string | null {
  const tags = page.querySelectorAll(`head > meta[name="${name}"], head > meta[property="${name}"]`);
  if (tags.length > 1) throw new Error(`There are ${String(tags.length)} tags ${name}`);
  return tags[0]?.getAttribute('content') ?? null;
}

/** Addresses of links with a relation. */
export const linksOf = (page: Document, rel: string): (string | null)[] =>
  [...page.querySelectorAll(`head > link[rel="${rel}"]`)].map((link) => link.getAttribute('href'));

/** The page's structured data. */
export const dataOf = (page: Document): unknown[] =>
  [...page.querySelectorAll('head > script[type="application/ld+json"]')].map(({ textContent }): unknown =>
    JSON.parse(textContent),
  );

/** A post of a list, as the API sends it. */
export const samplePost = (changes: Partial<PostSummary> = {}): PostSummary => ({
  id: 'piat-kaviaren',
  title: 'П’ять кав’ярень, один абонемент',
  excerpt: 'Мережа роздавала купони.',
  category: 'Кейси',
  image_url: '/covers/cover-1.svg',
  created_at: '2026-11-17T07:30:00.000Z',
  author: 'Остап Мельничук',
  ...changes,
});
