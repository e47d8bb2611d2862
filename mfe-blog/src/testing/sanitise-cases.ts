/** An input for both sanitisers, and the expected output. */
interface SanitiseCase {
  readonly condition: string;
  readonly input: string;
  readonly output: string;
}

const same = (condition: string, html: string): SanitiseCase => ({ condition, input: html, output: html });

/** HTML that the API generates from Markdown: it passes unchanged. */
export const PLAIN_CASES: readonly SanitiseCase[] = [
  same(
    'headings and paragraphs',
    '<h2>Перелік</h2>\n<h3>Далі</h3>\n<p><em>Клініка</em> <strong>вигадана</strong></p>\n',
  ),
  same('lists, one with a start', '<ul>\n<li>раз</li>\n</ul>\n<ol start="3">\n<li>три</li>\n</ol>'),
  same('a quote with its marks', '<blockquote>\n<p>«Тишу — ні», — сказала власниця.</p>\n</blockquote>'),
  same('a link to another post', '<p><a href="/blog/zlyi-komentar">про злий коментар</a></p>'),
  same(
    'a table in its frame, figures at the end of their columns',
    '<div class="table" role="region" aria-label="Таблиця: гортається вбік" tabindex="0">' +
      '<table><caption>Рік</caption><thead><tr><th scope="col">Місяць</th><th class="align-right" scope="col">Ціна</th></tr></thead>' +
      '<tbody><tr><td>Травень</td><td class="align-right">952 ₴</td></tr></tbody></table></div>',
  ),
  same('code', '<p><code>utm_source</code></p><pre><code>a &lt; b\n</code></pre>'),
  same('a line end and a rule', '<p>раз<br>два</p><hr><p>три</p>'),
  same(
    'an image of the site',
    '<figure><img src="/media/a.svg" alt="" width="600" height="400"><figcaption>А</figcaption></figure>',
  ),
  same(
    'a photograph in sizes',
    '<p><img src="/api/covers/a.jpg/1f-960.webp" alt="" width="1200" height="800" srcset="/api/covers/a.jpg/1f-480.webp 480w, /api/covers/a.jpg/1f-960.webp 960w" sizes="auto, 100vw" loading="lazy"></p>',
  ),
  same(
    'an abbreviation and small signs',
    '<p><abbr title="Тисяча показів">CPM</abbr> м<sup>2</sup> H<sub>2</sub>O</p>',
  ),
  same('a mail address', '<a href="mailto:hello@vidlunnia.example">лист</a>'),
  same('text that looks like markup', '<p>&lt;script&gt;alert(1)&lt;/script&gt; &amp; co</p>'),
  same('emoji and apostrophes', '<p>Кав’ярня 🥐 п\'ять "лапок"</p>'),
  same('nothing', ''),
  {
    condition: 'a link to another site gets its rel',
    input: '<a href="https://example.org/?a=1&amp;b=2">там</a>',
    output: '<a href="https://example.org/?a=1&amp;b=2" rel="noopener noreferrer">там</a>',
  },
];

const text = (condition: string, input: string, output: string): SanitiseCase => ({
  condition,
  input,
  output,
});
const bareLink = (condition: string, href: string) =>
  text(condition, `<a href="${href}">клік</a>`, '<a>клік</a>');

/** HTML that must never reach the page. */
export const HOSTILE_CASES: readonly SanitiseCase[] = [
  text('a script', '<p>до<script>alert(1)</script>після</p>', '<p>допісля</p>'),
  text('a script in capitals with a source', '<SCRIPT SRC="//evil.example/x.js"></SCRIPT>ні', 'ні'),
  text('a script with a malformed end tag', '<script>alert(1)</script\t\n bar>ні', 'ні'),
  text('an image with onerror', '<p>до<img src=x onerror=alert(1)>після</p>', '<p>допісля</p>'),
  text(
    'an image of another site',
    '<p>до<img src="https://evil.example/pixel.gif" alt="x">після</p>',
    '<p>допісля</p>',
  ),
  text(
    'an image in the address',
    '<p>до<img src="data:image/svg+xml,x" srcset="/a 2x">після</p>',
    '<p>допісля</p>',
  ),
  text(
    'a picture of another site among the sizes',
    '<img src="/a.svg" alt="а" srcset="/api/a-480.webp 480w, https://evil.example/a.webp 960w">',
    '<img src="/a.svg" alt="а">',
  ),
  text(
    'handlers on an allowed image',
    '<img src="/a.svg" alt="а" onload="x()" style="x">',
    '<img src="/a.svg" alt="а">',
  ),
  text(
    'handlers on allowed elements',
    '<p onclick="alert(1)" ONMOUSEOVER=alert(2)>текст</p>',
    '<p>текст</p>',
  ),
  text('a handler after a slash', '<p/onclick=alert(1)>текст</p>', '<p>текст</p>'),
  bareLink('a javascript: address', 'javascript:alert(1)'),
  bareLink('a javascript: address in mixed case', 'JaVaScRiPt:alert(1)'),
  bareLink('a javascript: address after spaces', ' \t\n javascript:alert(1)'),
  bareLink('a javascript: address with a tab inside', 'java\tscript:alert(1)'),
  bareLink('a javascript: address with a line end as entity', 'java&#10;script:alert(1)'),
  bareLink('a javascript: address in entities', '&#106;&#x61;vascript&colon;alert(1)'),
  bareLink('a javascript: address after a control character', '&#1;javascript:alert(1)'),
  bareLink('a data: address', 'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg=='),
  bareLink('a vbscript: address', 'vbscript:msgbox(1)'),
  bareLink('a blob: address', 'blob:https://vidlunnia.example/1'),
  bareLink('an unencrypted address', 'http://example.org/'),
  bareLink('another site without a scheme', '//evil.example/'),
  bareLink('another site by backslash', '/\\evil.example/'),
  bareLink('another site by a tab between slashes', '/&#9;/evil.example/'),
  bareLink('an address without a site', 'https:///evil.example'),
  text('a rejected address keeps no rel', '<a href="https:/&#92;x" rel="opener">клік</a>', '<a>клік</a>'),
  text(
    'a target without rel',
    '<a target="_blank" href="https://evil.example/">клік</a>',
    '<a href="https://evil.example/" rel="noopener noreferrer">клік</a>',
  ),
  text(
    'its own rel',
    '<a rel="opener" href="HTTPS://evil.example/">клік</a>',
    '<a href="HTTPS://evil.example/" rel="noopener noreferrer">клік</a>',
  ),
  text('a ping', '<a href="/blog/a" ping="https://evil.example/">клік</a>', '<a href="/blog/a">клік</a>'),
  text('a drawing with a script', '<p>до</p><svg><script>alert(1)</script></svg>', '<p>до</p>'),
  text('a drawing with a handler', '<svg onload=alert(1)><text>ні</text></svg>так', 'так'),
  text(
    'a drawing with a link',
    '<svg><a xlink:href="javascript:alert(1)"><text>ні</text></a></svg>так',
    'так',
  ),
  text('a formula', '<math><mi xlink:href="javascript:alert(1)">ні</mi></math>так', 'так'),
  text('a style attribute', '<p style="background:url(javascript:alert(1))">текст</p>', '<p>текст</p>'),
  text('a style element', '<style>body{display:none}</style>текст', 'текст'),
  text('an imported sheet', '<link rel="stylesheet" href="https://evil.example/x.css">текст', 'текст'),
  text('a frame', '<iframe src="https://evil.example/"></iframe>текст', 'текст'),
  text('a frame with a document', '<iframe srcdoc="<script>alert(1)</script>"></iframe>текст', 'текст'),
  text('an object and an embed', '<object data="x.swf"><p>ні</p></object><embed src="x.swf">текст', 'текст'),
  text(
    'a form',
    '<form action="https://evil.example/"><input name="card"><button>Так</button><p>Номер</p></form>',
    '<p>Номер</p>',
  ),
  text(
    'a select and an area',
    '<select><option>раз</option></select><textarea><p>два</p></textarea>три',
    'три',
  ),
  text(
    'a base and a refresh',
    '<base href="//evil.example/"><meta http-equiv="refresh" content="0">текст',
    'текст',
  ),
  text(
    'clobbering by id and name',
    '<p id="location" name="cookie">а</p><a id="x" name="y">б</a>',
    '<p>а</p><a>б</a>',
  ),
  text(
    'foreign classes and data',
    '<div class="table modal" data-nav="back"><p>а</p></div>',
    '<div><p>а</p></div>',
  ),
  text('a foreign class of a cell', '<p class="align-right">а</p>', '<p>а</p>'),
  text(
    'a role that is not a region',
    '<div role="alert" tabindex="5" aria-label=" ">а</div>',
    '<div>а</div>',
  ),
  text(
    'attributes named like built-in members',
    '<p constructor="1" __proto__="2" toString="3">а</p>',
    '<p>а</p>',
  ),
  text('an element named like a built-in member', '<constructor><p>а</p></constructor>', '<p>а</p>'),
  text('an unknown element', '<x-menu onfocus=alert(1) autofocus><p>а</p></x-menu>', '<p>а</p>'),
  text('a slot of a template', '<template><p>ні</p><script>alert(1)</script></template>так', 'так'),
  text('a comment', '<p>до<!-- <script>alert(1)</script> -->після</p>', '<p>допісля</p>'),
  text('a comment with a condition', '<!--[if IE]><script>alert(1)</script><![endif]-->так', 'так'),
  text(
    'markup hidden in an attribute',
    '<p title="</p><img src=x onerror=alert(1)>">текст</p>',
    '<p>текст</p>',
  ),
  text('unclosed elements', '<p><strong>текст', '<p><strong>текст</strong></p>'),
  text('closings without openings', 'а</p></div></script>б', 'а<p></p>б'),
  text('a script in pieces', '<scr<script>ipt>alert(1)</script>ні', 'ipt&gt;alert(1)ні'),
  text(
    'nested broken markup',
    '<div><form><p>а<div onclick=x()>б</form></div>',
    '<div><p>а</p><div>б</div></div>',
  ),
];

/** Malformed input, which parsers repair in different ways. Results may differ, but must not have active parts. */
export const MALFORMED_INPUTS: readonly string[] = [
  '<svg><p>а<style><!--</style><img src=x onerror=alert(1)>--></style>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<table><td><script>alert(1)</script><table><p onclick=alert(1)>а',
  '<a href="javascript:alert(1)"<p onclick=alert(1)>а',
  '<img """><script>alert(1)</script>">',
  '<xmp><p title="</xmp><img src=x onerror=alert(1)>">',
  '<textarea></textarea><svg/onload=alert(1)>',
  '<em><strong>а</em>б</strong><iframe><p>в',
  '<![CDATA[<script>alert(1)</script>]]><p>а',
  '<?xml version="1.0"?><script>alert(1)</script><!DOCTYPE x><html><body onload=alert(1)>а',
];
