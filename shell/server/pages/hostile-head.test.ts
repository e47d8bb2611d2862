import { describe, expect, test } from '@jest/globals';
import { dataOf, linksOf, metaOf, sampleArticle, sampleDocument, SITE } from '../../testing/sample-document';

const HOSTILE = [
  '</script><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '<!-- <script> -->',
  `Ціна "200" & 'знижка' &amp; <b>більше</b>`,
  'Луна 📣👩‍💻 \u2028\u2029',
  'до {title} і $& після',
];

describe.each(HOSTILE)('with %j for every value', (value) => {
  const page = sampleDocument({
    pathname: '/blog/zlyi-komentar',
    head: {
      title: `${value}\u00a0— Відлуння`,
      description: value,
      article: { ...sampleArticle, imageAlt: value, author: value },
    },
  });

  test('every tag holds it as it is', () => {
    expect(page.querySelector('title')?.textContent).toBe(`${value}\u00a0— Відлуння`);
    for (const name of [
      'description',
      'og:title',
      'og:description',
      'og:image:alt',
      'twitter:title',
      'author',
    ]) {
      expect(metaOf(page, name)).toBe(value);
    }
  });

  test('the structured data hold it as it is', () => {
    expect(dataOf(page)).toEqual([
      expect.objectContaining({
        headline: value,
        description: value,
        author: { '@type': 'Person', name: value },
      }),
    ]);
  });

  test('it makes no element', () => {
    const scripts = [...page.querySelectorAll('script')].map((script) => script.type);
    expect(scripts).toEqual(['application/ld+json', '', 'application/json', 'application/json']);
    expect(page.querySelectorAll('img, b')).toHaveLength(0);
    expect([...page.body.children].map(({ id }) => id)).toEqual(['root', 'release-set', 'page-start']);
  });
});

test('a hostile id stays inside the address’s last step', () => {
  const page = sampleDocument({ pathname: `/blog/${encodeURIComponent('"><script>//?#')}` });
  expect(linksOf(page, 'canonical')).toEqual([`${SITE}/blog/%22%3E%3Cscript%3E%2F%2F%3F%23`]);
});
