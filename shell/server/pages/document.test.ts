import { describe, expect, test } from '@jest/globals';
import { modulesOf, pageAt } from '../../src/pages/pages';
import type { RenderedIsland } from '../../src/pages/rendered-page';
import { remoteOf, type ReleaseSet } from '../../src/remotes/release-set';
import type { PageStart } from '../../src/starter/page-start';
import { releaseSetOf, sampleReleaseSet, sampleRemoteRelease } from '../../testing/release-set';
import { SITE_PARTS } from '../../testing/sample-document';
import { renderDocument, styleSheetsOf, type DocumentInput } from './document';
import { inlineStyle } from './inline-text';

const RENDERED: DocumentInput['rendered'] = {
  kind: 'page',
  head: { title: 'Відлуння', description: 'Луна' },
  html: ['<main id="main">Луна</main>'],
  failures: [],
};

const render = (pathname = '/', input: Partial<DocumentInput> = {}) => {
  const html = renderDocument(SITE_PARTS, {
    style: inlineStyle('a{color:red}'),
    releaseSet: sampleReleaseSet(),
    request: { page: pageAt(pathname), submission: null },
    rendered: RENDERED,
    ...input,
  });
  const document = new DOMParser().parseFromString(html, 'text/html');
  const dataIn = (id: string): unknown => JSON.parse(document.getElementById(id)?.textContent ?? '');
  return {
    html,
    document,
    set: dataIn('release-set') as ReleaseSet,
    start: dataIn('page-start') as PageStart,
  };
};

/** A release's files of a module, with their hashes. */
const filesOf = (name: string) => {
  const { base, integrity } = sampleRemoteRelease(name);
  return ['remoteEntry.js', `static/${name}.js`, `static/${name}.css`].map((file) => [
    `${base}client/${file}`,
    integrity[`client/${file}`],
  ]);
};

test('the document is standards-mode Ukrainian, names its release set, and contains the rendered page', () => {
  const { html, document } = render();
  expect(html).toMatch(/^<!doctype html>\n<html lang="uk">/);
  expect(document.compatMode).toBe('CSS1Compat');
  expect(html).toContain(`<meta name="release-set" content="${sampleReleaseSet().id}">`);
  expect(document.querySelector('#root')?.innerHTML).toBe('<main id="main">Луна</main>');
});

test.each([
  ['/', ['/assets/static/text.1.woff2', '/assets/static/title.2.woff2']],
  ['/blog/1', []],
])('%s preloads fonts after its content: %j', (pathname, fonts) => {
  const faces = ['text.1', 'title.2'].map((name) => `@font-face{src:url(/assets/static/${name}.woff2)}`);
  const { document } = render(pathname, { style: inlineStyle(faces.join('')) });
  const links = [...document.querySelectorAll('#root ~ link[rel=preload][as=font][crossorigin]')];
  expect(links.map((link) => link.getAttribute('href'))).toEqual(fonts);
});

test('its only inline elements are those that the Content-Security-Policy allows: starter, prefetch rules and one style element', () => {
  const { html, document } = render();
  const inline = [...document.querySelectorAll('script, style')];
  expect(inline.map((element) => element.getAttribute('type') ?? element.textContent)).toEqual([
    'application/ld+json',
    'a{color:red}',
    SITE_PARTS.starter.text,
    'application/json',
    'application/json',
    'speculationrules',
  ]);
  expect(html).not.toMatch(/ (style|on\w+)=/);
  expect(document.querySelectorAll('script[src], link[as=script], link[rel=stylesheet]')).toHaveLength(0);
});

test.each([
  ['/', ['home', 'blog', 'forms']],
  ['/blog/1', ['blog']],
  ['/blog', ['blog']],
  ['/privacy', []],
])('%s names the releases of its modules, and how to load their entries', (pathname, names) => {
  const { id, owner, remotes } = sampleReleaseSet();
  const slim = Object.entries(remotes).flatMap(([name, release]) => {
    const entry = 'client/remoteEntry.js';
    const integrity = { [entry]: release.integrity[entry] };
    return names.includes(name) ? [[name, { ...release, modules: {}, integrity }] as const] : [];
  });
  expect(render(pathname).set).toEqual({ id, zones: [], owner, remotes: Object.fromEntries(slim) });
});

describe('the start data have', () => {
  const island = (id: 'home/Hero' | 'blog/Post', state?: object): RenderedIsland =>
    ({ id, html: ['луна'], ...(state && { state }) }) as RenderedIsland;

  test('the input, the shell’s files, and the state and files of each island with behaviour, also inside another', () => {
    const inner = island('blog/Post', { slot: {}, data: null });
    const outer: RenderedIsland = { id: 'home/About', html: ['<p>', inner, '</p>'] };
    const submission = { form: 'contact', accepted: true, values: {} } as const;
    const { document, start } = render('/', {
      rendered: { ...RENDERED, html: [island('home/Hero', { slot: {} }), outer] },
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
        'home/Hero': { slot: {}, files: filesOf('home') },
        'blog/Post': { slot: {}, data: null, files: filesOf('blog') },
      },
      ...{ submission, retentionMonths: 12, complete: true },
    });
  });

  test('no files of an absent remote; a page that lacks something is not complete', () => {
    const failures = [{ id: 'blog/Post', stage: 'load', reason: '404' }] as const;
    const rendered = { ...RENDERED, html: [island('blog/Post', { slot: {} })], failures };
    const { start } = render('/blog/1', { releaseSet: releaseSetOf(), rendered });
    expect(start.islands).toEqual({ 'blog/Post': { slot: {}, files: [] } });
    expect(start.complete).toBe(false);
  });
});

test('files without a hash are an error of the set', () => {
  const releaseSet = releaseSetOf(['blog', { ...sampleRemoteRelease('blog'), integrity: {} }]);
  expect(() => render('/', { releaseSet })).toThrow('has no hash in its release');
});

const WITHOUT_MODULES = releaseSetOf(
  ['blog', { ...sampleRemoteRelease('blog'), modules: {} }],
  ['forms', sampleRemoteRelease('forms')],
);

test.each([
  ['/', sampleReleaseSet(), [...new Set(modulesOf(pageAt('/'), []).map(remoteOf))]],
  ['/blog/1', sampleReleaseSet(), ['blog']],
  ['/nowhere', sampleReleaseSet(), []],
  ['/', WITHOUT_MODULES, ['forms']],
])('the page %s has the style sheets of the shell and of its modules, each once', (pathname, set, names) => {
  const ofModules = names.map((name) => `/remotes/${name}/aaaaaaaaaaaa/client/static/${name}.css`);
  expect(styleSheetsOf(SITE_PARTS.build, set, pageAt(pathname))).toEqual(['/assets/shell.css', ...ofModules]);
});

describe('hostile text', () => {
  const HOSTILE = `</script></title><script>alert(1)</script>" onload="x'\u2028\u2029<!--`;
  const marks = ({ document }: ReturnType<typeof render>) =>
    ['script', '[onload]', 'title', 'b'].map((selector) => document.querySelectorAll(selector).length);

  test('in a release set or in a visitor’s input stays data', () => {
    const entry = { base: '/', entry: `/${HOSTILE}`, integrity: { [HOSTILE]: HOSTILE }, modules: {} };
    const release = { ...sampleRemoteRelease('blog'), version: HOSTILE, ...entry };
    const releaseSet = { ...releaseSetOf(['blog', release]), id: HOSTILE };
    const submission = { form: 'contact', accepted: false, values: { name: HOSTILE } } as const;
    const page = render('/', { releaseSet, request: { page: pageAt('/'), submission } });
    expect(marks(page)).toEqual(marks(render()));
    expect(page.set).toEqual(releaseSet);
    expect(page.start).toMatchObject({ submission });
  });

  test('in a style sheet stays in its element', () => {
    const page = render('/', { style: inlineStyle(`a::after{content:"${HOSTILE}</style><b>"}`) });
    expect(marks(page)).toEqual(marks(render()));
  });
});
