import { describe, expect, test } from '@jest/globals';
import type { ModuleId } from '@vidlunnia/contracts';
import { pageAt } from '../src/pages/pages';
import { releaseSetOf, sampleReleaseSet, sampleRemoteRelease } from '../testing/release-set';
import { renderDocument, type DocumentInput } from './document';
import { islandFiles, type PageFiles } from './page-files';
import { pageStyle } from './styles/page-styles';

const FILES: PageFiles = {
  scripts: [],
  styles: [],
  start: {
    shell: [['/assets/static/shell.js']],
    app: [['/assets/static/app.js']],
    remotes: [['/assets/static/remotes.js']],
    next: [],
  },
};
const STARTER = { text: 'window.starter={}', source: "'sha256-'" };
const STYLE = pageStyle('a{color:red}');
const HEAD = { title: 'Відлуння', description: 'Луна' };

const render = (input: Partial<DocumentInput> = {}) => {
  const html = renderDocument({
    starter: STARTER,
    files: FILES,
    style: STYLE,
    siteUrl: 'https://vidlunnia.example',
    status: 200,
    releaseSet: sampleReleaseSet(),
    page: pageAt('/'),
    head: HEAD,
    html: '',
    state: { islands: {}, submission: null, retentionMonths: 12, complete: true },
    ...input,
  });
  const document = new DOMParser().parseFromString(html, 'text/html');
  const one = (selector: string, name: string) => document.querySelector(selector)?.getAttribute(name);
  const all = (selector: string, name: string) =>
    [...document.querySelectorAll(selector)].map((element) => element.getAttribute(name));
  const dataIn = (id: string): unknown => JSON.parse(document.getElementById(id)?.textContent ?? '');
  return { html, document, one, all, dataIn };
};

test('the document is standards-mode Ukrainian and names the set that made it', () => {
  const { html, document, one } = render();
  expect(html).toMatch(/^<!doctype html>\n<html lang="uk">/);
  expect(document.compatMode).toBe('CSS1Compat');
  expect(one('meta[name=release-set]', 'content')).toBe(sampleReleaseSet().id);
  expect(document.querySelector('#root')?.innerHTML).toBe('');
});

describe('of each release', () => {
  test('the browser reads from it what it loads the entry with', () => {
    const { id, remotes } = sampleReleaseSet();
    const slim = Object.entries(remotes).map(([name, release]) => {
      const entry = 'client/remoteEntry.js';
      const integrity = { [entry]: release.integrity[entry] };
      return [name, { ...release, modules: {}, integrity }] as const;
    });
    expect(render().dataIn('release-set')).toEqual({ id, zones: [], remotes: Object.fromEntries(slim) });
  });

  test('an entry without a hash is a fault: nobody would check it', () => {
    const releaseSet = releaseSetOf(['blog', { ...sampleRemoteRelease('blog'), integrity: {} }]);
    expect(() => render({ releaseSet })).toThrow('has no hash in its release');
  });
});

test('nothing in it needs more than the Content-Security-Policy gives', () => {
  const { html, document } = render();
  const inline = [...document.querySelectorAll('script, style')];
  expect(inline.map((element) => element.getAttribute('type') ?? element.textContent)).toEqual([
    'application/ld+json',
    'a{color:red}',
    STARTER.text,
    'application/json',
    'application/json',
  ]);
  expect(html).not.toMatch(/ (style|on\w+)=/);
});

describe('the page’s files', () => {
  test('scripts are the starter alone, which knows the others; in development some run after parsing', () => {
    const { document, all, dataIn } = render();
    expect(document.querySelectorAll('script[src], link[as=script]')).toHaveLength(0);
    expect(document.head.querySelector('script:not([type])')?.textContent).toBe(STARTER.text);
    expect(dataIn('page-start')).toMatchObject({ files: FILES.start });
    const development = render({ files: { ...FILES, scripts: ['/-/development.js'] } });
    expect(development.all('script[src]', 'src')).toEqual(['/-/development.js']);
    expect(development.all('script[src]', 'defer')).toEqual(['']);
    expect(all('script[src]', 'src')).toEqual([]);
  });

  test('styles stand in the head, under no address: webpack still asks for the whole sheets', () => {
    const { document } = render();
    const [style, ...others] = document.head.querySelectorAll('style');
    expect([style?.textContent, style?.attributes.length]).toEqual(['a{color:red}', 0]);
    expect(others).toEqual([]);
    expect(document.querySelectorAll('link[rel=stylesheet]')).toHaveLength(0);
  });
});

describe('what the server rendered', () => {
  const rendered = {
    html: '<main id="main">Луна</main>',
    state: {
      islands: { 'home/Hero': { slot: {} }, 'blog/Post': { slot: {}, data: null } },
      submission: null,
      retentionMonths: 12,
      complete: true,
    },
  };

  test('stands in the root', () => {
    expect(render(rendered).document.querySelector('#root')?.innerHTML).toBe(rendered.html);
  });

  test('goes on in the browser from what it was made with, and from each island’s files', () => {
    const files = (id: ModuleId) => islandFiles(sampleReleaseSet(), id);
    expect(render(rendered).dataIn('page-start')).toEqual({
      files: FILES.start,
      islands: {
        'home/Hero': { slot: {}, files: files('home/Hero') },
        'blog/Post': { slot: {}, data: null, files: files('blog/Post') },
      },
      submission: null,
      retentionMonths: 12,
      complete: true,
    });
  });

  test('is absent from a page that is left to the browser: its root is empty', () => {
    expect(render().document.querySelector('#root')?.hasChildNodes()).toBe(false);
  });

  test('has a state that stays data, whatever a visitor typed', () => {
    const values = { name: '</script><script>alert(1)</script><!--' };
    const submission = { form: 'contact', accepted: false, values } as const;
    const { document, dataIn } = render({
      ...rendered,
      state: { islands: {}, submission, retentionMonths: 12, complete: true },
    });
    expect(dataIn('page-start')).toEqual({
      files: FILES.start,
      islands: {},
      submission,
      retentionMonths: 12,
      complete: true,
    });
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
    const entry = { base: '/', entry: `/${HOSTILE}`, integrity: { [HOSTILE]: HOSTILE }, modules: {} };
    const release = { ...sampleRemoteRelease('blog'), version: HOSTILE, ...entry };
    const releaseSet = { ...releaseSetOf(['blog', release]), id: HOSTILE };
    const page = render({ releaseSet });
    expect(marks(page)).toEqual(marks(render()));
    expect(page.dataIn('release-set')).toEqual(releaseSet);
    expect(page.html).not.toMatch(/release-set">[^<]*[\u2028\u2029]/);
  });

  test('in names of files stays in its attribute', () => {
    const files = { ...FILES, scripts: [HOSTILE] };
    const { document, all } = render({ files });
    expect(document.querySelectorAll('[onload]')).toHaveLength(0);
    expect(all('script[src]', 'src')).toEqual([HOSTILE]);
  });

  test('in a style sheet stays in its element', () => {
    const page = render({ style: pageStyle(`a::after{content:"${HOSTILE}</style><b>"}`) });
    expect(page.document.querySelectorAll('b')).toHaveLength(0);
    expect(marks(page)).toEqual(marks(render()));
  });
});

test('a head without a description has an empty one, for the page to fill', () => {
  expect(render({ head: { title: 'Відлуння' } }).all('meta[name=description]', 'content')).toEqual(['']);
});
