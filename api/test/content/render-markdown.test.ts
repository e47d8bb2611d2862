import { expect, test } from '@jest/globals';
import { pictureIn } from '../../src/content/pictures';
import { renderMarkdown } from '../../src/content/render-markdown';

const pictures = new Map([
  ['/api/covers/a.svg', { path: '', hash: '0', width: 4, height: 3 }],
  ['/api/covers/моя кава.jpg', { path: '', hash: 'abc', width: 2000, height: 1000 }],
]);
const render = (markdown: string) => renderMarkdown(markdown, pictureIn(pictures)).html;

test.each([
  ['a script', '<script>alert(1)</script>', ''],
  ['an event handler', '<p onclick="alert(1)">а</p>', '<p>а</p>'],
  ['a script address', '<a href="javascript:alert(1)">а</a>', '<p><a>а</a></p>'],
  ['a disguised script address', '<a href="java&#10;script:alert(1)">а</a>', '<p><a>а</a></p>'],
  ['a data address', '<a href="data:text/html,x">а</a>', '<p><a>а</a></p>'],
  ['a link without TLS', '[а](http://x.example)', '<p><a>а</a></p>'],
  ['a link of the page’s own protocol', '[а](//x.example)', '<p><a>а</a></p>'],
  ['a foreign image', '<p><img src="https://x.example/a.png" alt="а" /></p>', '<p><img /></p>'],
  [
    'an image’s handler',
    '<p><img src=/api/covers/a.svg onerror=alert(1)></p>',
    '<p><img src="/api/covers/a.svg" alt="" width="4" height="3" loading="lazy" /></p>',
  ],
  ['a style', '<p style="position:fixed">а</p>', '<p>а</p>'],
  ['a frame', '<iframe src="https://x.example"></iframe>', ''],
  ['a form', '<form action="/x"><input></form>', ''],
  ['a vector picture', '<svg onload="alert(1)"><script>1</script></svg>', '<p></p>'],
  ['a foreign namespace', '<math><mtext><style><img src=x onerror=x></style></mtext></math>', '<p></p>'],
])('%s is removed', (_, markdown, html) => {
  expect(render(markdown)).toBe(html);
});

test.each([
  ['links inside the site', '[а](/blog/b)', '<p><a href="/blog/b">а</a></p>'],
  ['links with TLS', '[а](https://x.example/)', '<p><a href="https://x.example/">а</a></p>'],
  ['e-mail links', '[а](mailto:a@b.co)', '<p><a href="mailto:a@b.co">а</a></p>'],
  ['headings from the second level', '# а\n\n## б', '<h2>а</h2>\n<h2>б</h2>'],
  ['emphasis', '**а** *б*', '<p><strong>а</strong> <em>б</em></p>'],
  ['quotes as they are typed', '"а" -- «б»...', '<p>"а" -- «б»...</p>'],
])('%s are kept', (_, markdown, html) => {
  expect(render(markdown)).toBe(html);
});

test('tables scroll in their own region and align by class; their empty corner is not a header', () => {
  const html = render('| | б |\n|---|--:|\n| 1 | 2 |');
  expect(html).toMatch(
    /^<div class="table" role="region" aria-label="Таблиця: гортається вбік" tabindex="0"><table>[^]*<\/table><\/div>$/,
  );
  expect(html).toContain('<tr>\n<td></td>\n<th class="align-right" scope="col">б</th>\n</tr>');
  expect(html).toContain('<td class="align-right">2</td>');
  expect(html).not.toContain('style');
});

test('a photograph has its size and its copies, and loads late', () => {
  const file = '/api/covers/%D0%BC%D0%BE%D1%8F%20%D0%BA%D0%B0%D0%B2%D0%B0.jpg/abc';
  const srcset = [480, 960, 1440, 1920].map((width) => `${file}-${String(width)}.webp ${String(width)}w`);
  expect(render('![Кава](</api/covers/моя кава.jpg>)')).toBe(
    `<p><img src="${file}-960.webp" alt="Кава" width="1920" height="960" srcset="${srcset.join(', ')}" sizes="auto, 100vw" loading="lazy" /></p>`,
  );
});

test('all pictures are named, also foreign and missing ones', () => {
  const text = '![а](/api/covers/a.svg) ![б](б.png) <img src="https://x.example/a.png">';
  const { pictures: named } = renderMarkdown(text, () => undefined);
  expect(named).toEqual(['/api/covers/a.svg', 'б.png', 'https://x.example/a.png']);
});
