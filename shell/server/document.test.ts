import { describe, expect, test } from '@jest/globals';
import { pageAt } from '../src/pages/pages';
import { releaseSetOf, sampleReleaseSet, sampleRemoteRelease } from '../testing/release-set';
import { renderDocument, type DocumentInput } from './document';

const BUILD = {
  version: 'v',
  js: ['static/react.js', 'static/shell.js'],
  css: ['static/shell.css'],
  fonts: ['static/unbounded.woff2'],
};
const POST = { page: pageAt('/blog/1') };
const HEAD = { title: 'Відлуння', description: 'Луна' };

const render = (input: Partial<DocumentInput> = {}) => {
  const html = renderDocument({
    build: BUILD,
    siteUrl: 'https://vidlunnia.example',
    status: 200,
    releaseSet: sampleReleaseSet(),
    page: pageAt('/'),
    head: HEAD,
    rendered: null,
    ...input,
  });
  const document = new DOMParser().parseFromString(html, 'text/html');
  const one = (selector: string, name: string) => document.querySelector(selector)?.getAttribute(name);
  const all = (selector: string, name: string) =>
    [...document.querySelectorAll(selector)].map((element) => element.getAttribute(name));
  return { html, document, one, all };
};
const scripts = (input?: Partial<DocumentInput>) => render(input).all('link[rel=preload][as=script]', 'href');
const sheets = (input?: Partial<DocumentInput>) => render(input).all('link[rel=stylesheet]', 'href');

test('the document is standards-mode Ukrainian and names the set that made it', () => {
  const { html, document, one } = render();
  expect(html).toMatch(/^<!doctype html>\n<html lang="uk">/);
  expect(document.compatMode).toBe('CSS1Compat');
  expect(one('meta[name=release-set]', 'content')).toBe(sampleReleaseSet().id);
  expect(document.querySelector('#root')?.innerHTML).toBe('');
});

test('the browser reads the very set from it', () => {
  const { document } = render();
  expect(JSON.parse(document.getElementById('release-set')?.textContent ?? '')).toEqual(sampleReleaseSet());
});

test('nothing in it needs more than the Content-Security-Policy gives', () => {
  const { html, document } = render();
  const inline = [...document.querySelectorAll('script:not([src]), style')];
  expect(inline.map((element) => element.getAttribute('type'))).toEqual([
    'application/ld+json',
    'application/json',
  ]);
  expect(html).not.toMatch(/ (style|on\w+)=/);
});

describe('the shell’s own files', () => {
  test('are asked for at once, scripts in their order and after parsing', () => {
    const { document, all } = render();
    expect(all('script[src]', 'src')).toEqual(['/assets/static/react.js', '/assets/static/shell.js']);
    expect(document.querySelectorAll('script[src]:not([defer])')).toHaveLength(0);
  });

  test('fonts are preloaded as the style sheet will ask for them', () => {
    const { one } = render();
    const attributes = ['href', 'type', 'crossorigin'].map((name) => one('link[as=font]', name));
    expect(attributes).toEqual(['/assets/static/unbounded.woff2', 'font/woff2', '']);
  });
});

describe('the parts’ files', () => {
  test('of the home page: each entry, script and style sheet once, however many parts need it', () => {
    const addresses = (file: string) =>
      ['home', 'forms', 'blog'].map(
        (name) => `/remotes/${name}/aaaaaaaaaaaa/client/${file.replace('*', name)}`,
      );
    expect(scripts().sort()).toEqual([...addresses('remoteEntry.js'), ...addresses('static/*.js')].sort());
    expect(sheets()).toEqual(['/assets/static/shell.css', ...addresses('static/*.css')]);
  });

  test('of the post page: the blog’s alone', () => {
    const base = '/remotes/blog/aaaaaaaaaaaa/client/';
    expect(scripts(POST)).toEqual([`${base}remoteEntry.js`, `${base}static/blog.js`]);
    expect(sheets(POST)).toEqual(['/assets/static/shell.css', `${base}static/blog.css`]);
  });

  test('style sheets carry the name by which webpack finds them linked', () => {
    expect(render(POST).all('link[data-href]', 'data-href')).toEqual(['static/blog.css']);
  });

  test('scripts are preloaded without crossorigin, as federation will ask for them', () => {
    expect(render().document.querySelectorAll('link[as=script][crossorigin]')).toHaveLength(0);
  });

  test('none for an address without a page', () => {
    const nowhere = { page: pageAt('/nowhere'), status: 404 };
    expect([scripts(nowhere), sheets(nowhere)]).toEqual([[], ['/assets/static/shell.css']]);
  });

  test('of a remote that is absent are left out, and the others’ are there', () => {
    const releaseSet = releaseSetOf(['blog', sampleRemoteRelease('blog')]);
    expect(scripts({ releaseSet }).every((href) => href?.startsWith('/remotes/blog/'))).toBe(true);
    expect(scripts({ releaseSet })).toHaveLength(2);
  });

  test('of a module that a release lacks are left out', () => {
    const releaseSet = releaseSetOf(['blog', { ...sampleRemoteRelease('blog'), modules: {} }]);
    expect(scripts({ releaseSet })).toEqual([]);
  });
});

describe('what the server rendered', () => {
  const rendered = {
    html: '<main id="main">Луна</main>',
    state: { parts: { 'home/Hero': { data: null } }, submission: null },
  };

  test('stands in the root, and the browser reads from the document what it was made with', () => {
    const { document } = render({ rendered });
    expect(document.querySelector('#root')?.innerHTML).toBe(rendered.html);
    expect(JSON.parse(document.getElementById('page-state')?.textContent ?? '')).toEqual(rendered.state);
  });

  test('is absent from a page that is left to the browser', () => {
    expect(render().document.getElementById('page-state')).toBeNull();
  });

  test('has a state that stays data, whatever a visitor typed', () => {
    const values = { name: '</script><script>alert(1)</script><!--' };
    const submission = { form: 'contact', accepted: false, values } as const;
    const { document } = render({ rendered: { ...rendered, state: { parts: {}, submission } } });
    const state: unknown = JSON.parse(document.getElementById('page-state')?.textContent ?? '');
    expect(state).toEqual({ parts: {}, submission });
    expect(document.querySelectorAll('script')).toHaveLength(
      render({ rendered }).document.querySelectorAll('script').length,
    );
  });
});

describe('hostile text', () => {
  const HOSTILE = `</script></title><script>alert(1)</script>" onload="x'\u2028\u2029<!--`;
  const marks = ({ document }: ReturnType<typeof render>) => [
    document.querySelectorAll('script').length,
    document.querySelectorAll('[onload]').length,
    document.querySelectorAll('title').length,
  ];

  test('in the head stays text', () => {
    const page = render({ head: { title: HOSTILE, description: HOSTILE } });
    expect(marks(page)).toEqual(marks(render()));
    expect(page.document.title.replace(/\s/g, '')).toBe(HOSTILE.replace(/\s/g, ''));
    expect(page.one('meta[name=description]', 'content')).toBe(HOSTILE);
  });

  test('in a release set stays data', () => {
    const release = { ...sampleRemoteRelease('blog'), version: HOSTILE, entry: HOSTILE };
    const releaseSet = { ...releaseSetOf(['blog', release]), id: HOSTILE };
    const page = render({ releaseSet });
    expect(marks(page)).toEqual(marks(render()));
    expect(JSON.parse(page.document.getElementById('release-set')?.textContent ?? '')).toEqual(releaseSet);
    expect(page.html).not.toMatch(/release-set">[^<]*[\u2028\u2029]/);
  });

  test('in names of files stays in its attribute', () => {
    const modules = { Post: { js: [HOSTILE], css: [HOSTILE] } };
    const releaseSet = releaseSetOf(['blog', { ...sampleRemoteRelease('blog'), modules }]);
    const build = { ...BUILD, js: [HOSTILE], css: [HOSTILE], fonts: [HOSTILE] };
    const page = render({ ...POST, releaseSet, build });
    expect(page.document.querySelectorAll('[onload]')).toHaveLength(0);
    expect(page.document.querySelectorAll('script')).toHaveLength(2);
  });
});

test('a head without a description has an empty one, for the page to fill', () => {
  expect(render({ head: { title: 'Відлуння' } }).all('meta[name=description]', 'content')).toEqual(['']);
});
