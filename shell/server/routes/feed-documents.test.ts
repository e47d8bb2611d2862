/** @jest-environment jsdom */
import { expect, test } from '@jest/globals';
import type { PostSummary } from '@vidlunnia/contracts';
import { rss, sitemap } from './feeds';

const SITE = 'https://vidlunnia.example';
const NEWEST = '2026-11-17T07:30:00.000Z';

const samplePost = (changes: Partial<PostSummary> = {}): PostSummary => ({
  id: 'piat-kaviaren',
  title: 'П’ять кав’ярень, один абонемент',
  excerpt: 'Мережа роздавала купони.',
  category: 'Кейси',
  image_url: '/covers/cover-1.svg',
  created_at: NEWEST,
  author: 'Остап Мельничук',
  ...changes,
});
const older = samplePost({ id: 'zlyi-komentar', created_at: '2026-09-30T09:00:00+03:00' });

function parse(xml: string): Document {
  const parsed = new DOMParser().parseFromString(xml, 'application/xml');
  const [problem] = parsed.getElementsByTagName('parsererror');
  if (problem) throw new Error(problem.textContent);
  return parsed;
}
const texts = (parent: Document | Element, name: string) =>
  [...parent.getElementsByTagName(name)].map(({ textContent }) => textContent);

test('the sitemap has home, the archive, the page on personal data, every post, and each category once, dated like its newest post', () => {
  const oldest = samplePost({ id: 'pershyi', category: 'SMM', created_at: '2026-08-01T09:00:00+03:00' });
  const map = parse(sitemap(SITE, [samplePost(), older, oldest]));
  const entries = [...map.getElementsByTagName('url')].map((url) => [
    texts(url, 'loc').join(),
    ...texts(url, 'lastmod'),
  ]);
  const expected = [
    [`${SITE}/`, NEWEST],
    [`${SITE}/blog`, NEWEST],
    [`${SITE}/blog/category/${encodeURIComponent('Кейси')}`, NEWEST],
    [`${SITE}/blog/category/SMM`, '2026-08-01T06:00:00.000Z'],
    [`${SITE}/privacy`],
    [`${SITE}/blog/piat-kaviaren`, NEWEST],
    [`${SITE}/blog/zlyi-komentar`, '2026-09-30T06:00:00.000Z'],
    [`${SITE}/blog/pershyi`, '2026-08-01T06:00:00.000Z'],
  ];
  expect(entries).toEqual(expected);
});

test('the feed has its owner, its own address, and every post', () => {
  const feed = parse(rss(SITE, [samplePost(), older]));
  expect(texts(feed, 'title')[0]).toBe('Блог «Відлуння»');
  expect(texts(feed, 'lastBuildDate')).toEqual(['Tue, 17 Nov 2026 07:30:00 GMT']);
  expect(feed.getElementsByTagName('atom:link')[0]?.getAttribute('href')).toBe(`${SITE}/rss.xml`);
  const [item, ...others] = feed.getElementsByTagName('item');
  expect(others).toHaveLength(1);
  const fields = ['title', 'link', 'guid', 'pubDate', 'description', 'category', 'dc:creator'];
  expect(fields.map((name) => item && texts(item, name)[0])).toEqual([
    'П’ять кав’ярень, один абонемент',
    `${SITE}/blog/piat-kaviaren`,
    `${SITE}/blog/piat-kaviaren`,
    'Tue, 17 Nov 2026 07:30:00 GMT',
    'Мережа роздавала купони.',
    'Кейси',
    'Остап Мельничук',
  ]);
});

test.each([
  ['markup', '</title><item>&amp; ]]> <!-- "\'', '</title><item>&amp; ]]> <!-- "\''],
  ['emoji', 'Луна 📣👩‍💻', 'Луна 📣👩‍💻'],
  ['characters that XML forbids', 'а\u0000б\u0008в\u001fг\ufffe', 'абвг'],
  ['half a sign', 'а\ud83dб', 'аб'],
])('a text with %s keeps its valid characters in a well-formed feed', (_, value, said) => {
  const post = samplePost({ title: value, excerpt: value, author: value, category: value });
  const [item] = parse(rss(SITE, [post])).getElementsByTagName('item');
  for (const name of ['title', 'description', 'category', 'dc:creator'])
    expect(item && texts(item, name)).toEqual([said]);
});

test('an id with special characters stays inside its address', () => {
  const id = '"><&?#/';
  const address = `${SITE}/blog/${encodeURIComponent(id)}`;
  expect(texts(parse(sitemap(SITE, [samplePost({ id })])), 'loc')).toContain(address);
  expect(texts(parse(rss(SITE, [samplePost({ id })])), 'guid')).toEqual([address]);
});
