/** @jest-environment jsdom */
import { expect, test } from '@jest/globals';
import { GOLDEN_POST } from '@vidlunnia/contracts/golden';
import { rss, sitemap } from './feeds';

const SITE = 'https://vidlunnia.example';
const DATE = '2026-11-17T07:30:00.000Z';
const { title, excerpt, author } = GOLDEN_POST;
const newest = { id: 'newest', title, excerpt, author, category: 'Кейси', image_url: '', created_at: DATE };
const older = { ...newest, id: 'older', created_at: '2026-09-30T09:00:00+03:00' };
const edited = { ...older, id: 'edited', updated_at: '2026-11-20T00:00:00.000Z' };
const oldest = { ...newest, id: 'oldest', category: 'SMM', created_at: '2026-08-01T09:00:00+03:00' };

function parse(xml: string): Document {
  const parsed = new DOMParser().parseFromString(xml, 'application/xml');
  expect(parsed.getElementsByTagName('parsererror')).toHaveLength(0);
  return parsed;
}
const texts = (parent: Document | Element | undefined, ...names: readonly string[]) =>
  names.flatMap((name) => [...(parent?.getElementsByTagName(name) ?? [])].map((each) => each.textContent));

test('the sitemap has home, the archive, the page on personal data, every post, and each category once, with the last change of its posts', () => {
  const entries = [...parse(sitemap(SITE, [newest, edited, older, oldest])).getElementsByTagName('url')];
  expect(entries.map((url) => texts(url, 'loc', 'lastmod'))).toEqual([
    [`${SITE}/`],
    [`${SITE}/blog`, edited.updated_at],
    [`${SITE}/blog/category/${encodeURIComponent('Кейси')}`, edited.updated_at],
    [`${SITE}/blog/category/SMM`, '2026-08-01T06:00:00.000Z'],
    [`${SITE}/privacy`],
    [`${SITE}/blog/newest`, DATE],
    [`${SITE}/blog/edited`, edited.updated_at],
    [`${SITE}/blog/older`, '2026-09-30T06:00:00.000Z'],
    [`${SITE}/blog/oldest`, '2026-08-01T06:00:00.000Z'],
  ]);
});

test('the feed has its owner, its own address, and every post', () => {
  const feed = parse(rss(SITE, [newest, older]));
  expect(texts(feed, 'title')[0]).toBe('Блог «Відлуння»');
  expect(texts(feed, 'lastBuildDate')).toEqual(['Tue, 17 Nov 2026 07:30:00 GMT']);
  expect(texts(parse(rss(SITE, [newest, edited])), 'lastBuildDate')).toEqual([
    'Fri, 20 Nov 2026 00:00:00 GMT',
  ]);
  expect(feed.getElementsByTagName('atom:link')[0]?.getAttribute('href')).toBe(`${SITE}/rss.xml`);
  const [item, ...others] = feed.getElementsByTagName('item');
  expect(others).toHaveLength(1);
  const address = `${SITE}/blog/newest`;
  expect(texts(item, 'title', 'link', 'guid', 'pubDate', 'description', 'category', 'dc:creator')).toEqual([
    title,
    address,
    address,
    'Tue, 17 Nov 2026 07:30:00 GMT',
    excerpt,
    'Кейси',
    author,
  ]);
});

test.each([
  ['markup', '</title><item>&amp; ]]> <!-- "\'', '</title><item>&amp; ]]> <!-- "\''],
  ['emoji', 'Луна 📣👩‍💻', 'Луна 📣👩‍💻'],
  ['characters that XML forbids', 'а\u0000б\u0008в\u001fг\ufffe', 'абвг'],
  ['half a sign', 'а\ud83dб', 'аб'],
])('a text with %s keeps its valid characters in a well-formed feed', (_, value, said) => {
  const post = { ...newest, title: value, excerpt: value, author: value, category: value };
  const [item] = parse(rss(SITE, [post])).getElementsByTagName('item');
  const fields = ['title', 'description', 'category', 'dc:creator'];
  expect(texts(item, ...fields)).toEqual(fields.map(() => said));
});
