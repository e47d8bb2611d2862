/** @jest-environment jsdom */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryFolder } from '@vidlunnia/settings/testing';
import type { RenderedIsland, RenderedPage, PageStart } from '../../page/rendered-page';
import type { ReleaseSet } from '../../page/remotes/release-set';
import { bakeryServer } from '../../testing/bakery/server';
import { FACTS, pageAt } from '../../testing/bakery/pages';
import { releaseSetOf, sampleReleaseSet, sampleRemoteRelease } from '../../testing/release-set';
import { sampleRenderedPage } from '../../testing/renderer';
import { SITE_URL } from '../../testing/team-origin';
import {
  readClientBuild,
  renderDocument,
  styleSheetsOf,
  type DocumentInput,
  type SiteParts,
} from './document';

const PARTS: SiteParts = {
  site: bakeryServer(),
  build: {
    ...{ starter: 'starter.js', js: ['react.js', 'shell.js'], css: ['shell.css'] },
    ...{ app: ['app.js'], remotes: ['remotes.js'], shared: {}, declarations: {} },
  },
  starter: 'window.starter={}',
  siteUrl: SITE_URL,
};

type Changes = Partial<Omit<DocumentInput, 'rendered'> & RenderedPage>;

/** A page's document, parsed as in a browser. */
function render(pathname = '/', changes: Changes = {}) {
  const { text, inline } = renderDocument(PARTS, {
    css: 'a{color:red}',
    releaseSet: sampleReleaseSet(),
    request: { page: pageAt(pathname) },
    ...changes,
    rendered: sampleRenderedPage(pathname, changes),
  });
  const document = new DOMParser().parseFromString(text, 'text/html');
  const all = (selector: string) => [...document.querySelectorAll(selector)];
  const dataIn = (id: string): unknown => JSON.parse(document.getElementById(id)?.textContent ?? '');
  return {
    ...{ text, inline, document, all },
    set: dataIn('release-set') as ReleaseSet,
    start: dataIn('page-start') as PageStart,
    meta: (name: string) => document.querySelector(`head > meta[name="${name}"]`)?.getAttribute('content'),
  };
}

test('the document is in standards mode, in the site’s language, and has head, tags and content of its page', () => {
  const head = { title: 'Rye', description: 'About rye' };
  const { text, document, meta, all } = render('/', { head });
  expect(text).toMatch(/^<!doctype html>\n<html lang="en">/);
  expect(document.compatMode).toBe('CSS1Compat');
  expect([document.title, meta('description')]).toEqual(['Rye', 'About rye']);
  expect(meta('release-set')).toBe(sampleReleaseSet().id);
  expect(JSON.parse(meta('facts') ?? '')).toEqual(FACTS);
  expect(all('head > link').map((link) => link.getAttribute('href'))).toEqual([SITE_URL]);
  expect(document.querySelector('#root')?.innerHTML).toBe('<main id="main">/</main>');
  expect(render('/', { kind: 'lost' }).meta('robots')).toBe('noindex');
});

test('the only inline elements are style, starter, data, a module if the page has fields, and prefetch rules; each that is no data is hashed', () => {
  expect(render('/').all('script[type=module]')).toEqual([]);
  const { text, all, inline } = render('/', { css: '\na{color:red}\n', html: ['<input>'] });
  const elements = all('script, style');
  expect(elements.map((element) => element.getAttribute('type') ?? element.textContent)).toEqual([
    'a{color:red}',
    PARTS.starter,
    'application/json',
    'application/json',
    'module',
    'speculationrules',
  ]);
  const [style, starter, , , module, rules] = elements.map(
    (element) => `'sha256-${createHash('sha256').update(element.textContent).digest('base64')}'`,
  );
  expect(inline).toEqual({ styles: [style], scripts: [starter, module, rules] });
  expect(elements.at(-1)?.textContent).toContain('{"href_matches":["/","/news/*"]}');
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

const sheetsOf = (releaseSet: ReleaseSet, pathname: string) =>
  styleSheetsOf(PARTS, releaseSet, pageAt(pathname));

test.each([
  ['/', ['shop', 'orders', 'news']],
  ['/news/1', ['news']],
  ['/news', ['news']],
  ['/hours', []],
])('%s names its modules’ releases, how to load their entries, and their style sheets', (pathname, names) => {
  const { id } = sampleReleaseSet();
  const slim = names.map((name) => [name, { ...sampleRemoteRelease(name), modules: {} }] as const);
  expect(render(pathname).set).toEqual({ id, zones: [], facts: FACTS, remotes: Object.fromEntries(slim) });
  const ofModules = names.map((name) => `/remotes/${name}/aaaaaaaaaaaa/client/static/${name}.css`);
  expect(sheetsOf(sampleReleaseSet(), pathname)).toEqual(['/assets/shell.css', ...ofModules]);
});

const island = (id: string, state: RenderedIsland['state']): RenderedIsland => ({
  ...{ id, html: ['rye'] },
  ...(state && { state }),
});
/** A module's files in a release, with their hashes. */
const filesOf = (name: string) => {
  const { entry, modules } = sampleRemoteRelease(name);
  return [
    entry,
    ...Object.values(modules)
      .slice(0, 1)
      .flatMap(({ js, css }) => [...js, ...css]),
  ];
};

test('the start data have the input, the site’s files, and state and files of each interactive island, also of a nested one', () => {
  const inner = island('news/Story', { slot: {}, data: null });
  const outer: RenderedIsland = { id: 'shop/Visit', html: ['<p>', inner, '</p>'] };
  const html = [island('shop/Window', { slot: {} }), outer];
  const request = { page: pageAt('/news/page/2'), input: { bread: 'rye' } };
  const { document, start } = render('/', { html, request });
  expect(document.querySelector('#root')?.innerHTML).toBe('rye<p>rye</p>');
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
    ...{ input: request.input, complete: true },
  });
  const returned = render('/', { request: { ...request, returnsInput: true } }).start;
  expect(returned.address).toBe('/news/page/2');
});

test('an absent remote has no files; its page is marked as incomplete', () => {
  const failures = [{ id: 'news/Story', stage: 'load', reason: '404' }] as const;
  const html = [island('news/Story', { slot: {} })];
  const { start } = render('/news/1', { releaseSet: releaseSetOf(), html, failures });
  expect(start).toMatchObject({ islands: { 'news/Story': { slot: {}, files: [] } }, complete: false });
  const without = releaseSetOf(['news', { ...sampleRemoteRelease('news'), modules: {} }]);
  expect(sheetsOf(without, '/')).toEqual(['/assets/shell.css']);
});

const marks = ({ all }: ReturnType<typeof render>) =>
  ['script', '[onload]', 'title', 'b', 'img', 'style'].map((selector) => all(selector).length);
const clean = marks(render());

test.each([
  `</script></title><script>alert(1)</script>" onload="x'\u2028\u2029<!--`,
  '<!--<script>"><img src=x> &amp; $&',
  '"quoted" \\ back',
])('hostile text stays text in tags and data, and survives parsing: %j', (value) => {
  const entry = [`/${value}`, value] as const;
  const news = { version: value, container: value, entry, modules: {} };
  const releaseSet = { ...releaseSetOf(['news', news]), facts: { phone: value } };
  const input = { order: { values: { [value]: value } } };
  const head = { title: value, description: value };
  const page = render('/', { releaseSet, request: { page: pageAt('/news/1'), input }, head });
  expect(marks(page)).toEqual(clean);
  expect([page.document.querySelector('title')?.textContent, page.meta('description')]).toEqual([
    value,
    value,
  ]);
  expect(page.meta('release-set')).toBe(value);
  expect([page.set, page.start.input]).toEqual([releaseSet, input]);
});

test('hostile text in a style sheet stays in its element', () => {
  const page = render('/', { css: 'a::after{content:"</style></STYLE><b>"}' });
  expect(marks(page)).toEqual(clean);
  expect(page.document.querySelector('style')?.textContent).toBe(
    'a::after{content:"<\\/style><\\/STYLE><b>"}',
  );
});
