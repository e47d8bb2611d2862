/** @jest-environment jsdom */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryFolder } from '@vidlunnia/settings/testing';
import { OWNER } from '@vidlunnia/content';
import { postalAddress, type PageHead } from '@vidlunnia/contracts';
import { HOME_HEAD, NOT_FOUND_HEAD, pageAt, POST_HEAD } from '../../../../shell/src/pages/pages';
import type { RenderedIsland, RenderedPage, PageStart } from '../../page/rendered-page';
import type { ReleaseSet } from '../../page/remotes/release-set';
import { releaseSetOf, sampleReleaseSet, sampleRemoteRelease, SITE_PARTS } from '../../testing/release-set';
import { readClientBuild, renderDocument, styleSheetsOf, type DocumentInput } from './document';

const SITE = SITE_PARTS.siteUrl;

type Changes = Partial<Omit<DocumentInput, 'rendered'> & RenderedPage>;

/** A page's document, parsed as in a browser. */
function render(pathname = '/', changes: Changes = {}) {
  const { kind = 'page', head = HOME_HEAD, html = ['<main id="main">Луна</main>'], failures = [] } = changes;
  const { text, inline } = renderDocument(SITE_PARTS, {
    css: 'a{color:red}',
    releaseSet: sampleReleaseSet(),
    request: { page: pageAt(pathname), submission: null },
    ...changes,
    rendered: { kind, head, html, failures },
  });
  const document = new DOMParser().parseFromString(text, 'text/html');
  const all = (selector: string) => [...document.querySelectorAll(selector)];
  const dataIn = (id: string): unknown => JSON.parse(document.getElementById(id)?.textContent ?? '');
  return {
    ...{ text, inline, document, all },
    set: dataIn('release-set') as ReleaseSet,
    start: dataIn('page-start') as PageStart,
    canonical: () => all('head > link[rel=canonical]').map((link) => link.getAttribute('href')),
    /** Contents of the meta tags with these names or properties; `null` where there is none. */
    metas: (...names: readonly string[]) =>
      names.map((name) => {
        const tags = all(`head > meta:is([name="${name}"], [property="${name}"])`);
        return tags.map((tag) => tag.getAttribute('content')).join() || null;
      }),
    /** Structured data. */
    facts: () =>
      all('head > script[type="application/ld+json"]').map((each) => JSON.parse(each.textContent) as unknown),
  };
}

const sheetsOf = (releaseSet: ReleaseSet, pathname: string) =>
  styleSheetsOf(SITE_PARTS.build, releaseSet, pageAt(pathname));

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

test('the document is standards-mode Ukrainian, names its release set, and contains the rendered page', () => {
  const { text, document, metas } = render();
  expect(text).toMatch(/^<!doctype html>\n<html lang="uk">/);
  expect(document.compatMode).toBe('CSS1Compat');
  expect(metas('release-set')).toEqual([sampleReleaseSet().id]);
  expect(document.querySelector('#root')?.innerHTML).toBe('<main id="main">Луна</main>');
});

test('only the home page preloads fonts, after its content', () => {
  const css = '@font-face{src:url(/text.1.woff2)}@font-face{src:url(/title.2.woff2)}';
  const fontsOf = (pathname: string) =>
    render(pathname, { css }).all('#root ~ link[rel=preload][as=font][crossorigin]');
  expect(fontsOf('/').map((link) => link.getAttribute('href'))).toEqual(['/text.1.woff2', '/title.2.woff2']);
  expect(fontsOf('/news/1')).toEqual([]);
});

test('the only inline elements are data, one style element, the starter and prefetch rules; each is hashed', () => {
  const { text, all, inline } = render('/', { css: '\na{color:red}\n' });
  const elements = all('script, style');
  expect(elements.map((element) => element.getAttribute('type') ?? element.textContent)).toEqual([
    'application/ld+json',
    'a{color:red}',
    SITE_PARTS.starter,
    'application/json',
    'application/json',
    'speculationrules',
  ]);
  const [, style, starter, , , rules] = elements.map(
    (element) => `'sha256-${createHash('sha256').update(element.textContent).digest('base64')}'`,
  );
  expect(inline).toEqual({ styles: [style], scripts: [starter, rules] });
  expect(text).not.toMatch(/ (style|on\w+)=/);
  expect(all('script[src], link[as=script], link[rel=stylesheet]')).toEqual([]);
});

test('a starter that could end its script element is rejected', () => {
  const dist = temporaryFolder();
  mkdirSync(path.join(dist, 'client'));
  writeFileSync(path.join(dist, 'client.json'), '{"starter":"starter.js"}');
  for (const text of ['"</script>"', '"</SCRIPT "', '"<!--"']) {
    writeFileSync(path.join(dist, 'client/starter.js'), `let a=${text};`);
    expect(() => readClientBuild(dist)).toThrow('starter.js would end its element');
  }
});

test.each([
  ['/', ['shop', 'orders', 'news']],
  ['/news/1', ['news']],
  ['/news', ['news']],
  ['/privacy', []],
])('%s names its modules’ releases, how to load their entries, and their style sheets', (pathname, names) => {
  const { id, owner } = sampleReleaseSet();
  const slim = names.map((name) => {
    const { integrity, ...release } = sampleRemoteRelease(name);
    const entry = 'client/remoteEntry.js';
    return [name, { ...release, modules: {}, integrity: { [entry]: integrity[entry] } }] as const;
  });
  expect(render(pathname).set).toEqual({ id, zones: [], owner, remotes: Object.fromEntries(slim) });
  const ofModules = names.map((name) => `${sampleRemoteRelease(name).base}client/static/${name}.css`);
  expect(sheetsOf(sampleReleaseSet(), pathname)).toEqual(['/assets/shell.css', ...ofModules]);
});

const island = (id: 'shop/Window' | 'news/Story', state: object): RenderedIsland =>
  ({ id, html: ['луна'], state }) as RenderedIsland;
/** A module's files in a release, with their hashes. */
const filesOf = (name: string) => {
  const { base, integrity } = sampleRemoteRelease(name);
  return Object.entries(integrity).map(([file, hash]) => [base + file, hash]);
};

test('the start data have the input, the shell’s files, and state and files of each interactive island, also of a nested one', () => {
  const inner = island('news/Story', { slot: {}, data: null });
  const outer: RenderedIsland = { id: 'shop/Visit', html: ['<p>', inner, '</p>'] };
  const submission = { form: 'contact', accepted: true, values: {} } as const;
  const { document, start } = render('/', {
    html: [island('shop/Window', { slot: {} }), outer],
    request: { page: pageAt('/'), submission },
  });
  expect(document.querySelector('#root')?.innerHTML).toBe('луна<p>луна</p>');
  expect(start).toEqual({
    files: {
      shell: [['/assets/react.js'], ['/assets/shell.js']],
      app: [['/assets/shell.css'], ['/assets/app.js']],
      remotes: [['/assets/remotes.js']],
    },
    islands: {
      'shop/Window': { slot: {}, files: filesOf('shop') },
      'news/Story': { slot: {}, data: null, files: filesOf('news') },
    },
    ...{ submission, retentionMonths: 12, complete: true },
  });
});

test('an absent remote has no files; its page is marked as incomplete', () => {
  const failures = [{ id: 'news/Story', stage: 'load', reason: '404' }] as const;
  const html = [island('news/Story', { slot: {} })];
  const { start } = render('/news/1', { releaseSet: releaseSetOf(), html, failures });
  expect(start.islands).toEqual({ 'news/Story': { slot: {}, files: [] } });
  expect(start.complete).toBe(false);
  const without = releaseSetOf(['news', { ...sampleRemoteRelease('news'), modules: {} }]);
  expect(sheetsOf(without, '/')).toEqual(['/assets/shell.css']);
});

const marks = ({ all }: ReturnType<typeof render>) =>
  ['script', '[onload]', 'title', 'b', 'img', 'style'].map((selector) => all(selector).length);
const clean = marks(render('/news/1', { head: HEAD }));

test.each([
  `</script></title><script>alert(1)</script>" onload="x'\u2028\u2029<!--`,
  '<!--<script>"><img src=x> &amp; $&',
  '"quoted" \\ back',
  "«Відлуння» & it's",
])('hostile text stays text in tags and data, and survives parsing: %j', (value) => {
  const entry = { base: '/', entry: `/${value}`, integrity: { [value]: value }, modules: {} };
  const news = { ...sampleRemoteRelease('news'), version: value, container: value, ...entry };
  const releaseSet = releaseSetOf(['news', news]);
  const submission = { form: 'contact', accepted: false, values: { [value]: value } } as const;
  const article = { ...ARTICLE, imageAlt: value, author: value };
  const request = { page: pageAt('/news/1'), submission };
  const title = `${value}\u00a0— Відлуння`;
  const page = render('/', { releaseSet, request, head: { title, description: value, article } });
  expect(marks(page)).toEqual(clean);
  expect(page.document.querySelector('title')?.textContent).toBe(title);
  const names = ['release-set', 'description', 'og:title', 'og:description', 'og:image:alt', 'author'];
  expect(new Set(page.metas(...names))).toEqual(new Set([value]));
  const author = { '@type': 'Person', name: value };
  expect(page.facts()).toMatchObject([{ headline: value, description: value, author }]);
  expect([page.set, page.start.submission]).toEqual([releaseSet, submission]);
});

test('hostile text in a style sheet stays in its element', () => {
  const page = render('/news/1', { head: HEAD, css: 'a::after{content:"</style></STYLE><b>"}' });
  expect(marks(page)).toEqual(clean);
  expect(page.document.querySelector('style')?.textContent).toBe(
    'a::after{content:"<\\/style><\\/STYLE><b>"}',
  );
});

test('the home page has its address, title, description, preview and agency, with the opening hours that schema.org can express', () => {
  const hours = [
    { days: 'Пн–Ср', time: '09:00–18:00' },
    { days: 'Сб', time: '10:00–15:30' },
    { days: 'Сб–Нд', time: 'вихідні' },
    { days: 'щодня', time: 'за домовленістю' },
  ];
  const owner = { ...OWNER, contact: { ...OWNER.contact, hours } };
  const { email, map, phone } = OWNER.contact;
  const type = { '@type': 'OpeningHoursSpecification' };
  const page = render('/', { releaseSet: { ...sampleReleaseSet(), owner } });
  expect([page.canonical(), page.document.title]).toEqual([[`${SITE}/`], HOME_HEAD.title]);
  const metas = {
    robots: null,
    description: HOME_HEAD.description,
    'og:site_name': 'Відлуння',
    'og:locale': 'uk_UA',
    'og:type': 'website',
    'og:url': `${SITE}/`,
    'og:title': 'Гукнемо так, що відгукнеться',
    'og:description': HOME_HEAD.description,
    'og:image': `${SITE}/api/og/home.png`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': expect.stringContaining('Гукнемо так, що відгукнеться'),
    'twitter:card': 'summary_large_image',
    'article:published_time': null,
  };
  expect(page.metas(...Object.keys(metas))).toEqual(Object.values(metas));
  expect(page.facts()).toMatchObject([
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
  const page = render('/news/zlyi-komentar/', { head: HEAD });
  const url = `${SITE}/news/zlyi-komentar`;
  const image = `${SITE}/api/og/zlyi-komentar.png`;
  const headline = 'Злий коментар о 22:40';
  const { description } = HEAD;
  const { author, imageAlt, published, modified } = ARTICLE;
  expect(page.canonical()).toEqual([url]);
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
  expect(page.metas(...Object.keys(metas))).toEqual(Object.values(metas));
  expect(page.facts()).toMatchObject([
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
  ['an unknown address', '/nowhere', { kind: 'missing', head: NOT_FOUND_HEAD }, ['noindex', null], []],
  ['a lost post', '/news/x', { kind: 'lost', head: { title: 'Стаття' } }, ['noindex', null], []],
  ['a post’s page without its post', '/news/x', { head: POST_HEAD }, [null, 'Відлуння'], [`${SITE}/news/x`]],
] as const)('%s has no preview and no data', (_, pathname, changes, metas, address) => {
  const page = render(pathname, changes);
  expect(page.metas('robots', 'og:title')).toEqual(metas);
  expect([page.canonical(), page.facts(), page.metas('og:description')]).toEqual([address, [], [null]]);
});
