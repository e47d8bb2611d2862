import { expect, test } from '@jest/globals';
import type { Picture } from '@vidlunnia/contracts/schemas';
import { renderMarkdown } from '../../src/content/render-markdown';

const PHOTO = { url: '/a-960.webp', width: 1920, height: 960, srcset: '/api/a-480.webp 480w' };
const pictures = new Map<string, Picture>([
  ['/api/covers/a.svg', { url: '/api/covers/a.svg', width: 4, height: 3 }],
  ['/api/covers/моя кава.jpg', PHOTO],
]);
const render = (markdown: string) => renderMarkdown(markdown, (name) => pictures.get(name)).html;

test.each([
  '<script>alert(1)</script>',
  '<p onclick="alert(1)">а</p>',
  '<a href="data:text/html,x">а</a>',
  '<p><img src=/api/covers/a.svg onerror=alert(1)></p>',
  '<iframe src="https://x.example"></iframe>',
  '<math><mtext><style><img src=x onerror=x></style></mtext></math>',
  '<!-- а',
])('%s is text: the editor shows it as text, too', (html) => {
  const text = html.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  expect(render(html)).toBe(`<p>${text}</p>`);
});

test.each([
  ['a script address', '[а](javascript:alert(1))', '<p>[а](javascript:alert(1))</p>'],
  ['a disguised script address', '[а](java&#10;script:alert)', '<p><a>а</a></p>'],
  ['a link without TLS', '[а](http://x.example)', '<p><a>а</a></p>'],
  ['a link of the page’s own protocol', '[а](//x.example)', '<p><a>а</a></p>'],
  ['a foreign image', '![а](https://x.example/a.png)', '<p></p>'],
])('%s is not followed', (_, markdown, html) => {
  expect(render(markdown)).toBe(html);
});

test.each([
  ['links inside the site', '[а](/blog/b)', '<p><a href="/blog/b">а</a></p>'],
  [
    'links with TLS',
    '[а](https://x.example/)',
    '<p><a href="https://x.example/" rel="noopener noreferrer">а</a></p>',
  ],
  ['telephone links', '[а](tel:+380430000000)', '<p><a href="tel:+380430000000">а</a></p>'],
  ['titles of links', '[а](/blog "Усі")', '<p><a href="/blog" title="Усі">а</a></p>'],
  ['e-mail links', '[а](mailto:a@b.co)', '<p><a href="mailto:a@b.co">а</a></p>'],
  [
    'headings, on the three levels of the design, each with an id',
    '# А й «б»\n\n##### а *й* Б\n\n#### 2. в',
    '<h2 id="part-а-й-б">А й «б»</h2>\n<h4 id="part-а-й-б-2">а <em>й</em> Б</h4>\n<h4 id="part-2-в">2. в</h4>',
  ],
  ['lines above dashes', 'а\n---\nб', '<p>а</p>\n<hr />\n<p>б</p>'],
  ['indented paragraphs', '    а', '<p>а</p>'],
  ['words in brackets', '[Важливо]: дзвоніть', '<p>[Важливо]: дзвоніть</p>'],
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
  expect(render('![Кава](</api/covers/моя кава.jpg>)')).toBe(
    `<p><img src="/a-960.webp" alt="Кава" width="1920" height="960" srcset="${PHOTO.srcset}" sizes="auto, 100vw" loading="lazy" /></p>`,
  );
});

test('all pictures are named, also foreign and missing ones', () => {
  const text = '![а](/api/covers/a.svg) ![б](б.png) ![](https://x.example/a.png)';
  const { pictures: named } = renderMarkdown(text, () => undefined);
  expect(named).toEqual(['/api/covers/a.svg', 'б.png', 'https://x.example/a.png']);
});
