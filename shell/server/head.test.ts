/** @jest-environment jsdom */
import { expect, test } from '@jest/globals';
import { OWNER } from '@vidlunnia/content';
import { postalAddress, type PageHead } from '@vidlunnia/contracts';
import { pageAt, sitePages } from '../src/pages';
import { headTags } from './head';

const SITE = 'https://site.example';

type Changes = Partial<Omit<Parameters<typeof headTags>[0], 'page'>>;

/** The tags in the head of a page, parsed as in a browser. */
function tagsOf(pathname: string, changes: Changes = {}) {
  const page = pageAt(pathname);
  const head: PageHead = sitePages.headOf(page);
  const facts = { owner: OWNER, retentionMonths: 12, telegramDetails: false };
  const tags = headTags({ ...{ page, kind: 'page', head, siteUrl: SITE, facts }, ...changes });
  const { head: parsed } = new DOMParser().parseFromString(`<head>${tags.join('')}`, 'text/html');
  const all = (selector: string) => [...parsed.querySelectorAll(selector)];
  return {
    tags: parsed.children.length,
    canonical: all('link[rel=canonical]').map((link) => link.getAttribute('href')),
    /** Contents of the meta tags with these names or properties; `null` where there is none. */
    metas: (...names: readonly string[]) =>
      names.map((name) => {
        const found = all(`meta:is([name="${name}"], [property="${name}"])`);
        return found.map((tag) => tag.getAttribute('content')).join() || null;
      }),
    /** Structured data. */
    facts: all('script[type="application/ld+json"]').map((each) => JSON.parse(each.textContent) as unknown),
  };
}

const ARTICLE: NonNullable<PageHead['article']> = {
  image: '/api/og/zlyi-komentar.png',
  imageAlt: 'Обкладинка статті «Злий коментар о 22:40»: Сонце сідає',
  published: '2026-09-30T06:00:00.000Z',
  modified: '2026-10-02T06:00:00.000Z',
  author: 'Леся Романюк',
};
const HEAD: PageHead = {
  title: 'Злий коментар о 22:40\u00a0— Відлуння',
  description: 'Як відповісти на гнівний коментар.',
  article: ARTICLE,
};
const POST = tagsOf('/blog/zlyi-komentar/', { head: HEAD });

test('the home page has its address, preview and agency, with the opening hours that schema.org can express', () => {
  const hours = [
    { days: 'Пн–Ср', time: '09:00–18:00' },
    { days: 'Сб', time: '10:00–15:30' },
    { days: 'Сб–Нд', time: 'вихідні' },
    { days: 'щодня', time: 'за домовленістю' },
  ];
  const owner = { ...OWNER, contact: { ...OWNER.contact, hours } };
  const { email, map, phone } = OWNER.contact;
  const type = { '@type': 'OpeningHoursSpecification' };
  const page = tagsOf('/', { facts: { owner, retentionMonths: 12, telegramDetails: false } });
  expect(page.canonical).toEqual([`${SITE}/`]);
  const metas = {
    robots: null,
    'og:site_name': 'Відлуння',
    'og:locale': 'uk_UA',
    'og:type': 'website',
    'og:url': `${SITE}/`,
    'og:title': 'Гукнемо так, що відгукнеться',
    'og:description': sitePages.headOf({ kind: 'home' }).description,
    'og:image': `${SITE}/api/og/home.png`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': expect.stringContaining('Гукнемо так, що відгукнеться'),
    'twitter:card': 'summary_large_image',
    'article:published_time': null,
  };
  expect(page.metas(...Object.keys(metas))).toEqual(Object.values(metas));
  expect(page.facts).toMatchObject([
    {
      ...{ '@context': 'https://schema.org', '@type': 'ProfessionalService', name: 'Відлуння' },
      ...{ url: `${SITE}/`, logo: { url: `${SITE}/icon-512.png` }, telephone: phone, email, hasMap: map },
      address: postalAddress(OWNER.contact.address),
      sameAs: Object.values(OWNER.social).filter(Boolean),
      openingHoursSpecification: [
        { ...type, dayOfWeek: ['Monday', 'Tuesday', 'Wednesday'], opens: '09:00', closes: '18:00' },
        { ...type, dayOfWeek: ['Saturday'], opens: '10:00', closes: '15:30' },
      ],
    },
  ]);
});

test('a post has its address, preview and data', () => {
  const url = `${SITE}/blog/zlyi-komentar`;
  const image = `${SITE}/api/og/zlyi-komentar.png`;
  const headline = 'Злий коментар о 22:40';
  const { description } = HEAD;
  const { author, imageAlt, published, modified } = ARTICLE;
  expect(POST.canonical).toEqual([url]);
  const metas = {
    'og:type': 'article',
    'og:url': url,
    'og:title': headline,
    'og:description': description,
    'og:image': image,
    'og:image:alt': imageAlt,
    'article:published_time': published,
    'article:modified_time': modified,
    'article:author': author,
    author,
  };
  expect(POST.metas(...Object.keys(metas))).toEqual(Object.values(metas));
  expect(POST.facts).toMatchObject([
    {
      ...{ '@type': 'BlogPosting', headline, description, mainEntityOfPage: url, image: { url: image } },
      datePublished: published,
      dateModified: modified,
      author: { '@type': 'Person', name: author },
      publisher: { '@type': 'Organization', name: 'Відлуння' },
    },
  ]);
});

test.each([
  ['an unknown address', '/nowhere', { kind: 'missing' }, ['noindex', null], []],
  ['a lost post', '/blog/x', { kind: 'lost' }, ['noindex', null], []],
  ['a post’s page without its post', '/blog/x', {}, [null, 'Відлуння'], [`${SITE}/blog/x`]],
] as const)('%s has no preview and no data', (_, pathname, changes, metas, address) => {
  const page = tagsOf(pathname, changes);
  expect(page.metas('robots', 'og:title')).toEqual(metas);
  expect([page.canonical, page.facts, page.metas('og:description')]).toEqual([address, [], [null]]);
});

test.each([`</script></title><script>alert(1)</script>" onload="x'\u2028<!--`, '"quoted" \\ back &amp; $&'])(
  'hostile text stays text in tags and data: %j',
  (value) => {
    const article = { ...ARTICLE, imageAlt: value, author: value };
    const head = { title: `${value}\u00a0— Відлуння`, description: value, article };
    const page = tagsOf('/blog/zlyi-komentar', { head });
    expect(page.tags).toBe(POST.tags);
    const names = ['og:title', 'og:description', 'og:image:alt', 'author'];
    expect(page.metas(...names)).toEqual(Array(4).fill(value));
    const author = { '@type': 'Person', name: value };
    expect(page.facts).toMatchObject([{ headline: value, description: value, author }]);
  },
);
