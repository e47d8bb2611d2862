import { expect, test } from '@jest/globals';
import type { ReleaseManifest, ShellContract } from './release';
import { incompatibilities, shellContract, styleProblems } from './shell-contract';

const release = {
  name: 'blog',
  contract: 1,
  modules: Object.fromEntries(['Teaser', 'Archive', 'Post'].map((name) => [name, { js: [], css: [] }])),
  shared: { react: '^19.0.0' },
} as Partial<ReleaseManifest> as ReleaseManifest;
const SHELL: ShellContract = {
  versions: [1, 2],
  modules: { blog: ['Teaser', 'Post'], home: ['Hero'] },
  shared: { react: '19.3.1' },
};

test('a shell’s contract requires the modules of each remote', () => {
  const rest = { shared: { react: '19.3.1' }, declarations: { a: 'b' } };
  expect(shellContract(['blog/Teaser', 'home/Hero', 'blog/Post'], [1, 2], rest)).toEqual({
    ...SHELL,
    ...rest,
  });
});

test.each([
  ['an additional module', {}, []],
  ['modules outside the contract', { name: 'outside' }, []],
  ['another contract', { contract: 3 }, ['it was built for contract 3; the host takes 1, 2']],
  ['missing modules', { modules: {} }, ['it does not expose Teaser, Post']],
  ['another package', { shared: { vue: '^3.0.0' } }, ['it needs vue, which the host does not provide']],
  ['another version', { shared: { react: '^20' } }, ['it needs react ^20; the host provides 19.3.1']],
  ['an invalid range', { shared: { react: 'new' } }, ['it needs react new; the host provides 19.3.1']],
])('a release with %s has the right problems', (_, change, problems) => {
  expect(incompatibilities({ ...release, ...change }, SHELL)).toEqual(problems);
});

const inLayer = (css: string) => `@layer remotes.blog{${css}}`;
const problemsOf = (css: string) => styleProblems('blog', inLayer(css));

test.each([
  '.blog-a{color:red}',
  ".blog-a .blog-b>p:hover::before{content:\"\\201C\";quotes:'\\201C a' '';color:var(--ink)}",
  '.blog-a :is(h2,h3)+*{margin:0}',
  '.blog-a:nth-child(odd):not(:nth-child(3n+1)) .blog-b{order:1}',
  '.blog-a{--paper:#000;&:hover{color:red}p{margin:0}.dark &{color:red}@media print{p{color:#000}}}',
  '@media(width<40rem){@supports(display:grid){@container blog (width>1px){@starting-style{.blog-a{opacity:0}}}}}',
  '@layer sections,pages;@layer pages{.blog-a{margin:0}}',
  '@keyframes blog-k{from{opacity:0}to{opacity:1}}@-webkit-keyframes blog-k{}.blog-a{animation:blog-k 1s}',
  '@counter-style blog-s{system:cyclic;symbols:"*"}',
  '@property --blog-p{syntax:"*";inherits:false}.blog-a{--blog-p:1}',
  '.blog-a{counter-reset:blog-c;anchor-name:--blog-n;--anchor-name:x;anchor-namely:x}',
  '.blog-a{mask:url("data:image/svg+xml,<svg/>");background:url(img/a:b.webp)}',
  '.blog-a{background:image-set("photo.avif" type("data:x"),url(\'photo.png\') 2x);filter:url(#blur)}',
  '.\\62 log-a{color:red}',
  '/* nothing */',
])('%s affects only its remote', (css) => {
  expect(problemsOf(css)).toEqual([]);
});

const NOT_ROOTED = /is not rooted in a class of the remote’s$/;
const WHOLE_PAGE = /affects the whole page$/;
const OUTSIDE = /is outside of @layer remotes\.blog$/;
const ADDRESS = /is an address outside of the release$/;
const NAME = /is not a name of the remote’s$/;
const ESCAPE = /has an escape outside of a text$/;
const NO_SHEET = /^it is not a style sheet/;

test.each([
  ['body{display:none}', 'shows a white page', NOT_ROOTED],
  ['.other-blog-a{display:none}', 'lacks parts of a team with that name inside', NOT_ROOTED],
  ['.blog-a,body{display:none}', 'shows a white page', NOT_ROOTED],
  ['body:has(.blog-a){display:none}', 'shows a white page while the blog is on it', NOT_ROOTED],
  [':is(.blog-a,body){display:none}', 'shows a white page', NOT_ROOTED],
  [':not(.blog-a){display:none}', 'shows a white page', NOT_ROOTED],
  [':nth-child(1 of .blog-a,body){display:none}', 'shows a white page', NOT_ROOTED],
  ['.blog-a ~ *{display:none}', 'drops the next rules', NOT_ROOTED],
  ['.blog-a:hover~div p{display:none}', 'drops the next rules', NOT_ROOTED],
  ['dialog::backdrop{background:#000}', 'covers the page behind the menu', NOT_ROOTED],
  ['.blog-a{body:has(&){display:none}}', 'shows a white page', NOT_ROOTED],
  ['.blog-a{&~*{display:none}}', 'drops the next rules', NOT_ROOTED],
  ['.blog-a{+div{display:none}}', 'drops the next rules', NOT_ROOTED],
  ['.blog-a{@media all{~*{display:none}}}', 'drops the next rules', NOT_ROOTED],
  ['@media all{body{display:none}}', 'shows a white page', NOT_ROOTED],
  ['@layer pages{body{display:none}}', 'shows a white page', NOT_ROOTED],
  ['@scope(body){:scope{display:none}}', 'shows a white page', WHOLE_PAGE],
  ['@font-face{font-family:Manrope;src:url(x.woff2)}', 'has another text font', WHOLE_PAGE],
  ['@import "//evil.example/x.css"', 'ignores the rule', WHOLE_PAGE],
  ['@keyframes fade{to{opacity:0}}', 'runs it for the shell’s animation of that name', NAME],
  ['@property --ink{syntax:"*";inherits:false;initial-value:red}', 'has no colours', NAME],
  ['.blog-a{counter-increment:step}', 'counts another team’s steps', NAME],
  ['.blog-a{scroll-timeline:--t}', 'moves another team’s animation', NAME],
  ['.blog-a{view-timeline:--t}', 'moves another team’s animation', NAME],
  ['.blog-a{background:url("https://evil.example/p.gif")}', 'reports every visit', ADDRESS],
  ['.blog-a{background:image-set("" 1x)}', 'loads the page again', ADDRESS],
  ['.blog-a{background:url(..)}', 'loads another page', ADDRESS],
  ['.blog-a{background:url(https://evil.example/p.gif)}', 'reports every visit', ADDRESS],
  ['.blog-a{--x:url(http://evil.example)}', 'reports every visit', ADDRESS],
  ['.blog-a{background:image-set("https://evil.example/p.gif" 1x)}', 'reports every visit', ADDRESS],
  [".blog-a{cursor:URL( 'https://evil.example/c' ),auto}", 'reports every visit', ADDRESS],
  ['.blog-a{background:u\\72l(https://evil.example/p.gif)}', 'reports every visit', ESCAPE],
  ['.blog-a{background:url(/api/contact)}', 'calls the API at every visit', ADDRESS],
  ['.blog-a{background:url(../../../home/x.svg)}', 'loads another team’s file', ADDRESS],
  ['.blog-a{background:url(data:text/html,data:image/x)}', 'ignores it', ADDRESS],
  ['.blog-a{color:red}}body{display:none}', 'shows a white page', NO_SHEET],
  ['.blog-a{color:"red}body{display:none}', 'reads the next rules as text', NO_SHEET],
  ['>{color:red}', 'ignores it', NOT_ROOTED],
])('%s, with which a browser %s, is rejected', (css, _, problem) => {
  expect(problemsOf(css)[0]).toMatch(problem);
});

test.each([
  ['body {display:none}', /^body is outside of @layer remotes\.blog$/],
  ['.blog-a{color:red}', OUTSIDE],
  ['@import "https://evil.example/x.css";', OUTSIDE],
  ['@layer base{.blog-a{margin:0}}', /^@layer base is not the remote’s; it has to be @layer remotes\.blog$/],
  ['@layer remotes.blog,base;', /is not the remote’s/],
  ['@layer{.blog-a{margin:0}}', /is not the remote’s/],
])('%s outside the remote’s layer is rejected', (css, problem) => {
  expect(styleProblems('blog', css)[0]).toMatch(problem);
});

const BODY = '“body” is not rooted in a class of the remote’s';
const nested = `${'@media all{'.repeat(1_000)}body{margin:0}${'}'.repeat(1_000)}`;

test.each([
  ['too long', '.blog-a{color:red}'.repeat(20_000), 'it is longer than 262144 bytes'],
  ['wrong in five rules', 'body{margin:0}'.repeat(5), BODY, BODY, BODY, BODY, BODY],
  ['wrong in more rules', 'body{margin:0}'.repeat(8), BODY, BODY, BODY, BODY, BODY, 'and 3 more'],
  ['a thousand nested blocks', nested, BODY],
])('a sheet that is %s is rejected with a short report', (_, css, ...problems) => {
  expect(problemsOf(css)).toEqual(problems);
});
