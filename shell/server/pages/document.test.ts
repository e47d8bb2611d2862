import { describe, expect, test } from '@jest/globals';
import type { ModuleId } from '@vidlunnia/contracts';
import { pageAt } from '../../src/pages/pages';
import { releaseSetOf, sampleReleaseSet, sampleRemoteRelease } from '../../testing/release-set';
import { renderDocument, type DocumentInput } from './document';
import { islandFiles, type PageFiles } from './page-files';
import { pageStyle } from './page-styles';

const FILES: PageFiles = {
  styles: [],
  start: {
    shell: [['/assets/static/shell.js']],
    app: [['/assets/static/app.js']],
    remotes: [['/assets/static/remotes.js']],
    next: [],
  },
};
const STARTER = { text: 'window.starter={}', source: "'sha256-'" };
const STATE = { islands: {}, submission: null, retentionMonths: 12, complete: true };

const render = (input: Partial<DocumentInput> = {}) => {
  const html = renderDocument({
    starter: STARTER,
    files: FILES,
    style: pageStyle('a{color:red}'),
    siteUrl: 'https://vidlunnia.example',
    status: 200,
    releaseSet: sampleReleaseSet(),
    page: pageAt('/'),
    head: { title: 'Відлуння', description: 'Луна' },
    html: '<main id="main">Луна</main>',
    state: STATE,
    ...input,
  });
  const document = new DOMParser().parseFromString(html, 'text/html');
  const dataIn = (id: string): unknown => JSON.parse(document.getElementById(id)?.textContent ?? '');
  return { html, document, dataIn };
};

test('the document is standards-mode Ukrainian, names its release set, and contains the rendered page', () => {
  const { html, document } = render();
  expect(html).toMatch(/^<!doctype html>\n<html lang="uk">/);
  expect(document.compatMode).toBe('CSS1Compat');
  expect(html).toContain(`<meta name="release-set" content="${sampleReleaseSet().id}">`);
  expect(document.querySelector('#root')?.innerHTML).toBe('<main id="main">Луна</main>');
});

test('its only inline elements are those that the Content-Security-Policy allows: starter, prefetch rules and one style element', () => {
  const { html, document } = render();
  const inline = [...document.querySelectorAll('script, style')];
  expect(inline.map((element) => element.getAttribute('type') ?? element.textContent)).toEqual([
    'application/ld+json',
    'a{color:red}',
    STARTER.text,
    'application/json',
    'application/json',
    'speculationrules',
  ]);
  expect(html).not.toMatch(/ (style|on\w+)=/);
  expect(document.querySelectorAll('script[src], link[as=script], link[rel=stylesheet]')).toHaveLength(0);
});

describe('of each release', () => {
  test('the browser reads from it how to load the entry', () => {
    const { id, owner, remotes } = sampleReleaseSet();
    const slim = Object.entries(remotes).map(([name, release]) => {
      const entry = 'client/remoteEntry.js';
      const integrity = { [entry]: release.integrity[entry] };
      return [name, { ...release, modules: {}, integrity }] as const;
    });
    expect(render().dataIn('release-set')).toEqual({
      id,
      zones: [],
      owner,
      remotes: Object.fromEntries(slim),
    });
  });
});

test('the document has the page’s state and each island’s files for the browser', () => {
  const islands = { 'home/Hero': { slot: {} }, 'blog/Post': { slot: {}, data: null } };
  const files = (id: ModuleId) => islandFiles(sampleReleaseSet(), id);
  expect(render({ state: { ...STATE, islands } }).dataIn('page-start')).toEqual({
    ...STATE,
    files: FILES.start,
    islands: {
      'home/Hero': { slot: {}, files: files('home/Hero') },
      'blog/Post': { slot: {}, data: null, files: files('blog/Post') },
    },
  });
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
    const page = render({ releaseSet, state: { ...STATE, submission } });
    expect(marks(page)).toEqual(marks(render()));
    expect(page.dataIn('release-set')).toEqual(releaseSet);
    expect(page.dataIn('page-start')).toMatchObject({ submission });
  });

  test('in a style sheet stays in its element', () => {
    const page = render({ style: pageStyle(`a::after{content:"${HOSTILE}</style><b>"}`) });
    expect(marks(page)).toEqual(marks(render()));
  });
});
