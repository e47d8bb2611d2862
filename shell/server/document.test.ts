import { describe, expect, test } from '@jest/globals';
import { pageAt } from '../src/pages/pages';
import { releaseSetOf, sampleReleaseSet, sampleRemoteRelease } from '../testing/release-set';
import { renderDocument, type DocumentInput } from './document';
import { styleSheet } from './styles';

const FILES = {
  scripts: ['/assets/static/react.js', '/assets/static/shell.js'],
  preloads: [{ href: '/remotes/blog/aaaaaaaaaaaa/client/remoteEntry.js', integrity: 'sha384-hash' }],
  styles: [],
};
const STYLES = [styleSheet('/assets/static/shell.css', 'a{color:red}')];
const HEAD = { title: 'Відлуння', description: 'Луна' };

const render = (input: Partial<DocumentInput> = {}) => {
  const html = renderDocument({
    files: FILES,
    styles: STYLES,
    siteUrl: 'https://vidlunnia.example',
    status: 200,
    releaseSet: sampleReleaseSet(),
    page: pageAt('/'),
    head: HEAD,
    html: '',
    state: { parts: {}, submission: null },
    ...input,
  });
  const document = new DOMParser().parseFromString(html, 'text/html');
  const one = (selector: string, name: string) => document.querySelector(selector)?.getAttribute(name);
  const all = (selector: string, name: string) =>
    [...document.querySelectorAll(selector)].map((element) => element.getAttribute(name));
  return { html, document, one, all };
};

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
  expect(inline.map((element) => element.getAttribute('type') ?? element.textContent)).toEqual([
    'application/ld+json',
    'a{color:red}',
    'application/json',
    'application/json',
  ]);
  expect(html).not.toMatch(/ (style|on\w+)=/);
});

describe('the page’s files', () => {
  test('scripts are asked for at once, in their order, and run after parsing', () => {
    const { document, all } = render();
    expect(all('script[src]', 'src')).toEqual(FILES.scripts);
    expect(document.querySelectorAll('script[src]:not([defer])')).toHaveLength(0);
  });

  test('styles stand in the head, with the address by which webpack finds them there', () => {
    const { document } = render();
    const [style, ...others] = document.head.querySelectorAll('style');
    expect([style?.dataset['href'], style?.textContent]).toEqual([
      '/assets/static/shell.css',
      'a{color:red}',
    ]);
    expect(others).toEqual([]);
    expect(document.querySelectorAll('link[rel=stylesheet]')).toHaveLength(0);
  });

  test('the parts’ scripts are preloaded without crossorigin and with their hash, as federation will ask for them', () => {
    const { all } = render();
    const preloads = 'link[rel=preload][as=script]:not([crossorigin])';
    expect(all(preloads, 'href')).toEqual(FILES.preloads.map(({ href }) => href));
    expect(all(preloads, 'integrity')).toEqual(['sha384-hash']);
  });
});

describe('what the server rendered', () => {
  const rendered = {
    html: '<main id="main">Луна</main>',
    state: { parts: { 'home/Hero': { data: null } }, submission: null },
  };

  test('stands in the root, and the browser reads from the document what it was made with', () => {
    const { document } = render(rendered);
    expect(document.querySelector('#root')?.innerHTML).toBe(rendered.html);
    expect(JSON.parse(document.getElementById('page-state')?.textContent ?? '')).toEqual(rendered.state);
  });

  test('is absent from a page that is left to the browser: its root is empty', () => {
    expect(render().document.querySelector('#root')?.hasChildNodes()).toBe(false);
  });

  test('has a state that stays data, whatever a visitor typed', () => {
    const values = { name: '</script><script>alert(1)</script><!--' };
    const submission = { form: 'contact', accepted: false, values } as const;
    const { document } = render({ ...rendered, state: { parts: {}, submission } });
    const state: unknown = JSON.parse(document.getElementById('page-state')?.textContent ?? '');
    expect(state).toEqual({ parts: {}, submission });
    expect(document.querySelectorAll('script')).toHaveLength(
      render(rendered).document.querySelectorAll('script').length,
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
    const files = {
      scripts: [HOSTILE],
      preloads: [{ href: HOSTILE, integrity: HOSTILE }],
      styles: [],
    };
    const { document, all } = render({ files, styles: [styleSheet(HOSTILE, '')] });
    expect(document.querySelectorAll('[onload]')).toHaveLength(0);
    expect(all('script[src]', 'src')).toEqual([HOSTILE]);
    expect(all('link[as=script]', 'integrity')).toEqual([HOSTILE]);
    expect(all('style', 'data-href')).toEqual([HOSTILE]);
  });

  test('in a style sheet stays in its element', () => {
    const page = render({ styles: [styleSheet('/x.css', `a::after{content:"${HOSTILE}</style><b>"}`)] });
    expect(page.document.querySelectorAll('b')).toHaveLength(0);
    expect(marks(page)).toEqual(marks(render()));
  });
});

test('a head without a description has an empty one, for the page to fill', () => {
  expect(render({ head: { title: 'Відлуння' } }).all('meta[name=description]', 'content')).toEqual(['']);
});
