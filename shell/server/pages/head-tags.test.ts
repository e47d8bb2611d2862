import { describe, expect, test } from '@jest/globals';
import { OWNER } from '@vidlunnia/content';
import { HOME_HEAD, NOT_FOUND_HEAD, POST_HEAD } from '../../src/pages/pages';
import {
  dataOf,
  linksOf,
  metaOf,
  sampleArticle,
  sampleDocument,
  samplePostHead,
  SITE,
} from '../../testing/sample-document';
import { openingHours } from './head-tags';

const POST = { pathname: '/blog/zlyi-komentar', head: samplePostHead };
const metasOf = (page: Document, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, metaOf(page, name)?.replaceAll('\u00a0', ' ') ?? null]));

test('the home page has its address, title, description and preview', () => {
  const page = sampleDocument({});
  expect([linksOf(page, 'canonical'), page.title]).toEqual([[`${SITE}/`], HOME_HEAD.title]);
  const expected = {
    robots: null,
    description: HOME_HEAD.description,
    'og:site_name': 'Відлуння',
    'og:locale': 'uk_UA',
    'og:type': 'website',
    'og:url': `${SITE}/`,
    'og:title': 'Гукнемо так, що відгукнеться',
    'og:description': HOME_HEAD.description,
    'og:image': `${SITE}/api/og/home.png`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': expect.stringContaining('Гукнемо так, що відгукнеться'),
    'twitter:card': 'summary_large_image',
    'article:published_time': null,
  };
  expect(metasOf(page, Object.keys(expected))).toEqual({
    ...expected,
    description: HOME_HEAD.description?.replaceAll('\u00a0', ' '),
    'og:description': HOME_HEAD.description?.replaceAll('\u00a0', ' '),
  });
});

describe('a post’s page', () => {
  test('has its preview, and the same canonical address with or without a trailing slash', () => {
    const page = sampleDocument(POST);
    const expected = {
      'og:type': 'article',
      'og:url': `${SITE}/blog/zlyi-komentar`,
      'og:title': 'Злий коментар о 22:40',
      'og:description': samplePostHead.description,
      'og:image': `${SITE}/api/og/zlyi-komentar.png`,
      'og:image:alt': sampleArticle.imageAlt,
      'article:published_time': '2026-09-30T06:00:00.000Z',
      'article:author': 'Леся Романюк',
      author: 'Леся Романюк',
    };
    expect(metasOf(page, Object.keys(expected))).toEqual(expected);
    const withSlash = sampleDocument({ ...POST, pathname: '/blog/zlyi-komentar/' });
    for (const each of [page, withSlash])
      expect(linksOf(each, 'canonical')).toEqual([`${SITE}/blog/zlyi-komentar`]);
  });

  test('without its post has its address, but no preview', () => {
    const bare = sampleDocument({ ...POST, head: POST_HEAD });
    expect(linksOf(bare, 'canonical')).toEqual([`${SITE}/blog/zlyi-komentar`]);
    expect([metaOf(bare, 'robots'), metaOf(bare, 'og:description'), dataOf(bare)]).toEqual([null, null, []]);
  });

  test('keeps a hostile id inside the last segment of its address', () => {
    const page = sampleDocument({ pathname: `/blog/${encodeURIComponent('"><script>//?#')}` });
    expect(linksOf(page, 'canonical')).toEqual([`${SITE}/blog/%22%3E%3Cscript%3E%2F%2F%3F%23`]);
  });
});

test.each([
  ['an unknown address', { pathname: '/nowhere', kind: 'missing', head: NOT_FOUND_HEAD }],
  ['a post without an answer', { pathname: '/blog/some', kind: 'lost', head: { title: 'Стаття' } }],
] as const)('%s is not for search engines: no address, no preview, no data', (_, sample) => {
  const page = sampleDocument(sample);
  expect([metaOf(page, 'robots'), metaOf(page, 'og:title')]).toEqual(['noindex', null]);
  expect([linksOf(page, 'canonical'), dataOf(page)]).toEqual([[], []]);
});

test('hostile values stay text in tags and structured data, and make no elements', () => {
  const value = '</script><script>alert(1)</script>"><img src=x> <!-- &amp; $&';
  const page = sampleDocument({
    pathname: '/blog/zlyi-komentar',
    head: {
      title: `${value}\u00a0— Відлуння`,
      description: value,
      article: { ...sampleArticle, imageAlt: value, author: value },
    },
  });
  expect(page.querySelector('title')?.textContent).toBe(`${value}\u00a0— Відлуння`);
  for (const name of ['description', 'og:title', 'og:description', 'og:image:alt', 'author'])
    expect(metaOf(page, name)).toBe(value);
  const author = { '@type': 'Person', name: value };
  expect(dataOf(page)).toMatchObject([{ headline: value, description: value, author }]);
  const scripts = [...page.querySelectorAll('script')].map((script) => script.type);
  expect(scripts).toEqual([
    'application/ld+json',
    '',
    'application/json',
    'application/json',
    'speculationrules',
  ]);
  expect(page.querySelectorAll('img')).toHaveLength(0);
});

test('the home page has the agency, its address, opening hours and pages in social networks', () => {
  const { address, email, map, phone } = OWNER.contact;
  const [agency] = dataOf(sampleDocument({})) as [Record<string, unknown>];
  expect(agency).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'ProfessionalService',
    name: 'Відлуння',
    url: `${SITE}/`,
    logo: { url: `${SITE}/icon-512.png` },
    telephone: phone,
    email,
    hasMap: map,
    openingHoursSpecification: openingHours(OWNER.contact.hours),
    sameAs: Object.values(OWNER.social).filter(Boolean),
  });
  const { streetAddress, addressLocality } = agency['address'] as Record<string, string>;
  expect(`${streetAddress ?? ''}, ${addressLocality ?? ''}`).toBe(address);
});

test('a post’s page has the post, its author and its publisher', () => {
  expect(dataOf(sampleDocument(POST))).toMatchObject([
    {
      '@type': 'BlogPosting',
      headline: 'Злий коментар о 22:40',
      description: samplePostHead.description,
      mainEntityOfPage: `${SITE}/blog/zlyi-komentar`,
      image: { url: `${SITE}/api/og/zlyi-komentar.png` },
      datePublished: '2026-09-30T06:00:00.000Z',
      author: { '@type': 'Person', name: 'Леся Романюк' },
      publisher: { '@type': 'Organization', name: 'Відлуння' },
    },
  ]);
});

test.each([
  ['Пн–Ср', '09:00–18:00', [['Monday', 'Tuesday', 'Wednesday']]],
  ['Сб', '10:00–15:30', [['Saturday']]],
  ['Сб–Нд', 'вихідні', []],
  ['щодня', '09:00–18:00', []],
])('opening hours: %s, %s', (days, time, expected) => {
  const [opens, closes] = time.split('–');
  const hours = expected.map((dayOfWeek) => ({
    ...{ '@type': 'OpeningHoursSpecification', dayOfWeek },
    ...{ opens, closes },
  }));
  expect(openingHours([{ days, time }])).toEqual(hours);
});
