import { describe, expect, test } from '@jest/globals';
import { HOME_HEAD, NOT_FOUND_HEAD, POST_HEAD } from '../../src/pages/page-heads';
import {
  dataOf,
  linksOf,
  metaOf,
  sampleArticle,
  sampleDocument,
  samplePostHead,
  SITE,
} from '../../testing/sample-document';

const POST = { pathname: '/blog/zlyi-komentar', head: samplePostHead };

describe('the home page', () => {
  const page = sampleDocument({});

  test('has its address, title and description', () => {
    expect(linksOf(page, 'canonical')).toEqual([`${SITE}/`]);
    expect(page.title).toBe(HOME_HEAD.title);
    expect(metaOf(page, 'description')).toBe(HOME_HEAD.description);
    expect(metaOf(page, 'robots')).toBeNull();
  });

  test.each([
    ['og:site_name', 'Відлуння'],
    ['og:locale', 'uk_UA'],
    ['og:type', 'website'],
    ['og:url', `${SITE}/`],
    ['og:title', 'Гукнемо так, що\u00a0відгукнеться'],
    ['og:description', HOME_HEAD.description],
    ['og:image', `${SITE}/api/og/home.png`],
    ['og:image:width', '1200'],
    ['og:image:height', '630'],
    [
      'og:image:alt',
      'Написи «Гукнемо так, що відгукнеться» та «Відлуння, діджитал-агенція у Вінниці», поруч від коралової крапки розходяться дуги',
    ],
    ['twitter:card', 'summary_large_image'],
    ['twitter:image', `${SITE}/api/og/home.png`],
    ['article:published_time', null],
  ])('says %s', (name, content) => {
    expect(metaOf(page, name)?.replaceAll('\u00a0', ' ')).toBe(content?.replaceAll('\u00a0', ' '));
  });
});

describe('a post’s page', () => {
  const page = sampleDocument(POST);

  test.each([
    ['og:type', 'article'],
    ['og:url', `${SITE}/blog/zlyi-komentar`],
    ['og:title', 'Злий коментар о 22:40'],
    ['og:description', samplePostHead.description],
    ['og:image', `${SITE}/api/og/zlyi-komentar.png`],
    ['og:image:alt', sampleArticle.imageAlt],
    ['article:published_time', '2026-09-30T06:00:00.000Z'],
    ['article:author', 'Леся Романюк'],
    ['author', 'Леся Романюк'],
    ['twitter:title', 'Злий коментар о 22:40'],
    ['twitter:image:alt', sampleArticle.imageAlt],
  ])('says %s', (name, content) => {
    expect(metaOf(page, name)).toBe(content);
  });

  test('has one address, with a slash at its end or without', () => {
    const withSlash = sampleDocument({ ...POST, pathname: '/blog/zlyi-komentar/' });
    expect(linksOf(page, 'canonical')).toEqual([`${SITE}/blog/zlyi-komentar`]);
    expect(linksOf(withSlash, 'canonical')).toEqual([`${SITE}/blog/zlyi-komentar`]);
  });

  test('left to the browser, which knows nothing of the post yet, still has its address', () => {
    const bare = sampleDocument({ ...POST, head: POST_HEAD });
    expect(linksOf(bare, 'canonical')).toEqual([`${SITE}/blog/zlyi-komentar`]);
    expect(metaOf(bare, 'robots')).toBeNull();
    expect(metaOf(bare, 'og:description')).toBeNull();
    expect(dataOf(bare)).toEqual([]);
  });
});

describe.each([
  ['an unknown address', { pathname: '/nowhere', status: 404, head: NOT_FOUND_HEAD }],
  ['an unknown post', { pathname: '/blog/nothing', status: 404, head: { title: 'Стаття не знайдена' } }],
  ['a post that could not be asked for', { pathname: '/blog/some', status: 503, head: { title: 'Стаття' } }],
])('%s', (_, sample) => {
  test('is not to be found: no address, no preview, no data', () => {
    const page = sampleDocument(sample);
    expect(metaOf(page, 'robots')).toBe('noindex');
    expect(linksOf(page, 'canonical')).toEqual([]);
    expect(metaOf(page, 'og:title')).toBeNull();
    expect(dataOf(page)).toEqual([]);
  });
});

test.each([
  ['the home page', {}],
  ['a post’s page', POST],
  ['an unknown address', { pathname: '/nowhere', status: 404 }],
])('%s names the icons, the manifest and the feed', (_, sample) => {
  const page = sampleDocument(sample);
  expect(linksOf(page, 'icon')).toEqual(['/favicon.ico', '/favicon.svg']);
  expect(linksOf(page, 'apple-touch-icon')).toEqual(['/apple-touch-icon.png']);
  expect(linksOf(page, 'manifest')).toEqual(['/manifest.webmanifest']);
  expect(linksOf(page, 'alternate')).toEqual(['/rss.xml']);
});
