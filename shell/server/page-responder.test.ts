/** @jest-environment node */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { releaseSetOf, sampleReleaseSet } from '../testing/release-set';
import { fakeRenderer, sampleRenderedPage, type FakeRenderer } from '../testing/renderer';
import { HEADS, HOME_HEAD, NOT_FOUND_HEAD, POST_HEAD } from '../src/pages/page-heads';
import type { Submission } from '../src/pages/submission';
import type { PageStart } from '../src/starter/page-start';
import { createPageResponder, type PageResponse } from './page-responder';
import type { PageRequest } from '../src/pages/page-request';
import { createPageCache } from './cache/page-cache';
import type { Live } from './releases/live-site';
import { SaturatedError } from './render/supervised-worker';
import { pageStyle } from './styles/page-styles';

const BUILD = {
  version: 'v',
  starter: '',
  js: [],
  css: [],
  app: [],
  remotes: [],
  http: [],
  shared: {},
  declarations: {},
};
const SENT: Submission = { form: 'contact', accepted: true, values: {} };
const REJECTED: Submission = { form: 'contact', accepted: false, values: { name: 'Ігор' } };

const styleOf = (hrefs: readonly string[], html: string) => `/* ${hrefs.join()} for ${html} */`;
const log = { warn: jest.fn() };
let now = 0;
let renderer: FakeRenderer;
let live: Live;
let options: Parameters<typeof createPageResponder>[0];
let respond: (request: PageRequest) => Promise<PageResponse>;
beforeEach(() => {
  jest.spyOn(Date, 'now').mockImplementation(() => now);
  log.warn.mockReset();
  renderer = fakeRenderer(sampleReleaseSet());
  live = { releaseSet: renderer.releaseSet, renderer };
  const site = { current: () => live, stop: () => Promise.resolve() };
  options = {
    cache: createPageCache(5_000),
    development: false,
    retentionMonths: 12,
    build: BUILD,
    starter: { text: '', source: '' },
    siteUrl: 'https://vidlunnia.example',
    site,
    pageStyles: (hrefs, html) => Promise.resolve(pageStyle(styleOf(hrefs, html))),
    log,
  };
  respond = createPageResponder(options);
});

const ask = (pathname: string, submission: Submission | null = null) => respond({ pathname, submission });
const htmlOf = ({ page }: PageResponse) => page.bodies.identity.toString();
const titleOf = (given: PageResponse) => /<title>(.*)<\/title>/.exec(htmlOf(given))?.[1];
const startOf = (given: PageResponse): PageStart | null => {
  const text = /id="page-start">(.*?)<\/script>/.exec(htmlOf(given))?.[1];
  return text === undefined ? null : (JSON.parse(text) as PageStart);
};
const made = () => renderer.render.mock.calls.map(([{ pathname }]) => pathname);

afterEach(() => {
  jest.restoreAllMocks();
});

test('in development every page is rendered again, is cached by nobody, and reloads itself', async () => {
  respond = createPageResponder({ ...options, development: true });
  const given = [await ask('/'), await ask('/')];
  expect(made()).toEqual(['/', '/']);
  expect(given.map(({ shared }) => shared)).toEqual([false, false]);
  expect(given.map(htmlOf).join()).toContain('<script src="/-/development.js" defer');
});

describe('a page', () => {
  test('is the document around what was rendered, with its state', async () => {
    const given = await ask('/');
    expect(given).toMatchObject({ page: { status: 200 }, releaseSet: live.releaseSet.id, shared: true });
    expect(htmlOf(given)).toContain('<div id="root"><main id="main">/</main></div>');
    expect(startOf(given)).toMatchObject({ islands: {}, submission: null });
    expect(titleOf(given)).toBe(HOME_HEAD.title);
  });

  test('carries what it uses of its islands’ styles, and names it for the security policy', async () => {
    const given = await ask('/blog/1');
    const href = '/remotes/blog/aaaaaaaaaaaa/client/static/blog.css';
    const style = styleOf([href], '<main id="main">/blog/1</main>');
    expect(htmlOf(given)).toContain(`<style>${style}</style>`);
    expect(given.page.styleSources).toEqual([pageStyle(style).source]);
  });

  test('is rendered once for all', async () => {
    const [first, second] = [await ask('/'), await ask('/')];
    expect(second.page).toBe(first.page);
    expect(made()).toEqual(['/']);
  });

  test('is another one for every post', async () => {
    await ask('/blog/1');
    await ask('/blog/2');
    await ask('/blog/1');
    expect(made()).toEqual(['/blog/1', '/blog/2']);
  });

  test('that is not there is one for all addresses', async () => {
    const [first, second] = [await ask('/nothing'), await ask('/else')];
    expect(first).toMatchObject({ page: { status: 404 }, shared: true });
    expect(second.page).toBe(first.page);
    expect(made()).toEqual(['/nothing']);
  });

  test('is another one for another release set', async () => {
    const before = await ask('/');
    const next = fakeRenderer({ ...releaseSetOf(), id: 'other' });
    live = { releaseSet: next.releaseSet, renderer: next };
    const after = await ask('/');
    expect([before.releaseSet, after.releaseSet]).toEqual([sampleReleaseSet().id, 'other']);
    expect(next.render).toHaveBeenCalledTimes(1);
    expect(htmlOf(after)).toContain('<meta name="release-set" content="other">');
  });
});

describe('a page that lacks something', () => {
  const lacking = { problems: ['home/Team could not be loaded: 404'] };

  test('is for this visitor alone, and the log says what', async () => {
    renderer.render.mockResolvedValueOnce(sampleRenderedPage('/', lacking));
    expect(await ask('/')).toMatchObject({ page: { status: 200 }, shared: false });
    expect(log.warn.mock.calls).toEqual([['home/Team could not be loaded: 404']]);
    expect(await ask('/')).toMatchObject({ shared: true });
    expect(made()).toEqual(['/', '/']);
  });

  test('because its post does not exist is one page for all such addresses, kept once', async () => {
    renderer.render.mockResolvedValue(sampleRenderedPage('/blog/x', { ...lacking, status: 404 }));
    const first = await ask('/blog/x');
    expect(first).toMatchObject({ page: { status: 404 }, shared: true });
    for (const id of ['x', 'y', 'z']) expect((await ask(`/blog/${id}`)).page).toBe(first.page);
    expect(options.cache.figures().pages).toBe(1);
  });

  test('because the API gave something that cannot be shown is whole, and says so in the log once', async () => {
    const notices = ['The API’s services, no. 2, is left out: its title is no text'];
    renderer.render.mockResolvedValue(sampleRenderedPage('/', { notices }));
    expect(await ask('/')).toMatchObject({ shared: true });
    await ask('/blog/1');
    expect(log.warn.mock.calls).toEqual([notices]);
  });

  test('because the API is down is kept by nobody', async () => {
    renderer.render.mockResolvedValueOnce(sampleRenderedPage('/blog/1', { ...lacking, status: 503 }));
    expect(await ask('/blog/1')).toMatchObject({ page: { status: 503 }, shared: false });
    expect((await ask('/blog/1')).page.status).toBe(200);
  });
});

describe('a form that was sent without a script', () => {
  test('and accepted has a page of its own, which may be shared: nothing of the visitor is on it', async () => {
    const given = await ask('/', SENT);
    expect(given.shared).toBe(true);
    expect(startOf(given)?.submission).toEqual(SENT);
    expect(startOf(await ask('/'))?.submission).toBeNull();
    await ask('/', SENT);
    expect(made()).toEqual(['/', '/']);
  });

  test('and rejected is rendered for its visitor alone, every time', async () => {
    const given = await ask('/', REJECTED);
    expect(startOf(given)?.submission).toEqual(REJECTED);
    await ask('/', REJECTED);
    expect(made()).toEqual(['/', '/']);
    expect(htmlOf(await ask('/'))).not.toContain('Ігор');
  });

  test('and rejected is sent as it is: compressing it would serve nobody else', async () => {
    expect(Object.keys((await ask('/', REJECTED)).page.bodies)).toEqual(['identity']);
  });

  test('and rejected is never given out as one that may be shared', async () => {
    expect((await ask('/', REJECTED)).shared).toBe(false);
  });
});

describe('a page that cannot be rendered', () => {
  test.each([
    ['/', 200, HOME_HEAD.title],
    ['/blog/1', 503, POST_HEAD.title],
    ['/blog', 503, HEADS.archive.title],
    ['/privacy', 503, HEADS.privacy.title],
    ['/nothing', 404, NOT_FOUND_HEAD.title],
  ])(
    '%s is left to the browser (%i), kept by nobody, and made the next time',
    async (pathname, status, title) => {
      renderer.render.mockRejectedValueOnce(new Error('There is no render worker at the moment'));
      const given = await ask(pathname);
      expect(given).toMatchObject({ page: { status }, releaseSet: live.releaseSet.id, shared: false });
      expect(htmlOf(given)).toContain('<div id="root"></div>');
      expect(titleOf(given)).toBe(title);
      expect(startOf(given)).toMatchObject({ islands: {}, submission: null });
      expect(log.warn.mock.calls).toEqual([
        [`${pathname} is left to the browser: There is no render worker at the moment`],
      ]);
      expect(startOf(await ask(pathname))).not.toBeNull();
    },
  );

  test('is shed with 503 when the worker has too much to do: one for all, made once, logged by nobody', async () => {
    renderer.render.mockImplementation(() => Promise.reject(new SaturatedError()));
    const given = [await ask('/blog/1'), await ask('/blog/2')];
    expect(given).toMatchObject([
      { page: { status: 503 }, shared: false },
      { page: { status: 503 }, shared: false },
    ]);
    expect(given[1]?.page).toBe(given[0]?.page);
    expect(htmlOf(await ask('/'))).not.toBe(given.map(htmlOf)[0]);
    expect(log.warn).not.toHaveBeenCalled();
    renderer.render.mockImplementation(({ pathname }) => Promise.resolve(sampleRenderedPage(pathname)));
    expect(await ask('/blog/1')).toMatchObject({ page: { status: 200 }, shared: true });
  });

  test('of a rejected form is not shed: what was typed comes back', async () => {
    renderer.render.mockRejectedValueOnce(new SaturatedError());
    expect(startOf(await ask('/', REJECTED))).toMatchObject({ submission: REJECTED });
  });

  test('because nothing renders the set is left to the browser too', async () => {
    live = { ...live, renderer: null };
    expect(htmlOf(await ask('/'))).toContain('<div id="root"></div>');
  });

  test('passes a form on to the browser all the same, so that nothing typed is lost', async () => {
    live = { ...live, renderer: null };
    for (const submission of [SENT, REJECTED])
      expect(startOf(await ask('/', submission))).toMatchObject({ islands: {}, submission });
  });

  test('again is served from the cache', async () => {
    const first = await ask('/');
    now += 60_000;
    renderer.render.mockRejectedValue(new Error('hangs'));
    expect(await ask('/')).toEqual(first);
    expect(made()).toEqual(['/', '/']);
  });
});

test('who wants to know hears of every page that there is what it lacks, be it nothing', async () => {
  const onProblems = jest.fn();
  respond = createPageResponder({ ...options, onProblems });
  const problems = ['blog/Teaser could not load its data: 500'];
  const notices = ['a post without a title'];
  renderer.render.mockResolvedValueOnce(sampleRenderedPage('/', { problems, notices }));
  await ask('/');
  await ask('/blog');
  renderer.render.mockResolvedValueOnce(sampleRenderedPage('/blog/none', { status: 404, problems }));
  await ask('/blog/none');
  expect(onProblems.mock.calls).toEqual([
    ['/', [...problems, ...notices]],
    ['/blog', []],
  ]);
});
