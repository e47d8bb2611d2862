import { describe, expect, test } from '@jest/globals';
import { samplePost } from '../../testing/sample-document';
import { rss, sitemap } from './feed-documents';

const SITE = 'https://vidlunnia.example';
const ATOM = 'http://www.w3.org/2005/Atom';
const DUBLIN_CORE = 'http://purl.org/dc/elements/1.1/';

function parse(xml: string): Document {
  const parsed = new DOMParser().parseFromString(xml, 'application/xml');
  const [problem] = parsed.getElementsByTagName('parsererror');
  if (problem) throw new Error(problem.textContent);
  return parsed;
}

const texts = (parent: Document | Element, name: string) =>
  [...parent.getElementsByTagName(name)].map(({ textContent }) => textContent);

const older = samplePost({ id: 'zlyi-komentar', created_at: '2026-09-30T09:00:00+03:00' });

describe('the map', () => {
  test('names home and the archive, as new as the newest post, the page on personal data, and every post', () => {
    const map = parse(sitemap(SITE, [samplePost(), older]));
    expect(texts(map, 'loc')).toEqual([
      `${SITE}/`,
      `${SITE}/blog`,
      `${SITE}/privacy`,
      `${SITE}/blog/piat-kaviaren`,
      `${SITE}/blog/zlyi-komentar`,
    ]);
    expect(texts(map, 'lastmod')).toEqual([
      '2026-11-17T07:30:00.000Z',
      '2026-11-17T07:30:00.000Z',
      '2026-11-17T07:30:00.000Z',
      '2026-09-30T06:00:00.000Z',
    ]);
  });

  test('without posts names the pages without one', () => {
    const map = parse(sitemap(SITE, []));
    expect(texts(map, 'loc')).toEqual([`${SITE}/`, `${SITE}/blog`, `${SITE}/privacy`]);
    expect(texts(map, 'lastmod')).toEqual([]);
  });
});

describe('the feed', () => {
  test('says whose it is and where it is found', () => {
    const feed = parse(rss(SITE, [samplePost(), older]));
    expect(texts(feed, 'title')[0]).toBe('Блог «Відлуння»');
    expect(texts(feed, 'link')[0]).toBe(`${SITE}/blog`);
    expect(texts(feed, 'lastBuildDate')).toEqual(['Tue, 17 Nov 2026 07:30:00 GMT']);
    const [self] = feed.getElementsByTagNameNS(ATOM, 'link');
    expect(self?.getAttribute('href')).toBe(`${SITE}/rss.xml`);
    expect(self?.getAttribute('rel')).toBe('self');
  });

  test('holds every post', () => {
    const [item] = parse(rss(SITE, [samplePost(), older])).getElementsByTagName('item');
    const one = (name: string) => item && texts(item, name)[0];
    expect(one('title')).toBe('П’ять кав’ярень, один абонемент');
    expect(one('link')).toBe(`${SITE}/blog/piat-kaviaren`);
    expect(one('guid')).toBe(`${SITE}/blog/piat-kaviaren`);
    expect(one('pubDate')).toBe('Tue, 17 Nov 2026 07:30:00 GMT');
    expect(one('description')).toBe('Мережа роздавала купони.');
    expect(one('category')).toBe('Кейси');
    expect(item?.getElementsByTagNameNS(DUBLIN_CORE, 'creator')[0]?.textContent).toBe('Остап Мельничук');
  });

  test('without posts is a feed without items', () => {
    const feed = parse(rss(SITE, []));
    expect(texts(feed, 'item')).toEqual([]);
    expect(texts(feed, 'lastBuildDate')).toEqual([]);
  });
});

describe('hostile values', () => {
  test.each([
    ['markup', '</title><item>&amp; ]]> <!-- "\'', '</title><item>&amp; ]]> <!-- "\''],
    ['emoji', 'Луна 📣👩‍💻', 'Луна 📣👩‍💻'],
    ['signs that XML forbids', 'а\u0000б\u0008в\u001fг\ufffe', 'абвг'],
    ['half a sign', 'а\ud83dб', 'аб'],
  ])('%s: the feed stays well-formed and says what can be said', (_, value, said) => {
    const feed = parse(
      rss(SITE, [samplePost({ title: value, excerpt: value, author: value, category: value })]),
    );
    const [item] = feed.getElementsByTagName('item');
    for (const name of ['title', 'description', 'category', 'dc:creator']) {
      expect(item && texts(item, name)).toEqual([said]);
    }
  });

  test('an id of signs that mean something stays inside its address', () => {
    const id = '"><&?#/';
    const address = `${SITE}/blog/${encodeURIComponent(id)}`;
    expect(texts(parse(sitemap(SITE, [samplePost({ id })])), 'loc')).toContain(address);
    expect(texts(parse(rss(SITE, [samplePost({ id })])), 'guid')).toEqual([address]);
  });
});
