/** @jest-environment node */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Submission } from '../../src/pages/page-request';
import type { PageStart } from '../../src/starter/page-start';
import { releaseSetOf, sampleReleaseSet } from '../../testing/release-set';
import { fakeRenderer, sampleRenderedPage, type FakeRenderer } from '../../testing/renderer';
import type { Live } from '../releases/live-set';
import { SaturatedError } from '../render/supervised-worker';
import { PageCache } from './page-cache';
import { createPageResponder, type PageResponderOptions, type PageResponse } from './page-responder';
import { pageStyle } from './page-styles';

const BUILD = {
  ...{ version: 'v', starter: '', js: [], css: [], app: [], remotes: [], http: [] },
  ...{ shared: {}, declarations: {} },
};
const SENT: Submission = { form: 'contact', accepted: true, values: {} };
const REJECTED: Submission = { form: 'contact', accepted: false, values: { name: 'Ігор' } };

const styleOf = (hrefs: readonly string[], html: string) => `/* ${hrefs.join()} for ${html} */`;
const log = { warn: jest.fn() };
const ended = jest.fn<(labels?: object) => number>();
let renderer: FakeRenderer;
let live: Live;
let cache: PageCache;
let options: PageResponderOptions;
let ask: (pathname: string, submission?: Submission | null) => Promise<PageResponse>;

const liveOf = (fake: FakeRenderer): Live => ({
  ...{ releaseSet: fake.releaseSet, renderer: fake, releases: {}, previous: {} },
  since: new Date(),
});
beforeEach(() => {
  log.warn.mockReset();
  ended.mockReset();
  renderer = fakeRenderer(sampleReleaseSet());
  live = liveOf(renderer);
  cache = new PageCache(5_000);
  options = {
    cache,
    build: BUILD,
    starter: { text: '', source: '' },
    siteUrl: 'https://vidlunnia.example',
    live: () => live,
    pageStyles: (hrefs, html) => Promise.resolve(pageStyle(styleOf(hrefs, html))),
    log,
    renders: { startTimer: () => ended },
  };
  const respond = createPageResponder(options);
  ask = (pathname, submission = null) => respond({ pathname, submission });
});

const htmlOf = ({ page }: PageResponse) => page.bodies.identity.toString();
const submissionIn = (given: PageResponse) =>
  (JSON.parse(/id="page-start">(.*?)<\/script>/.exec(htmlOf(given))?.[1] ?? '') as PageStart).submission;
const made = () => renderer.render.mock.calls.map(([{ pathname }]) => pathname);
const outcomes = () => ended.mock.calls.map(([labels]) => labels);

test('without a cache every page is rendered again and never shared', async () => {
  const respond = createPageResponder({ ...options, cache: null });
  for (const _ of [1, 2]) expect((await respond({ pathname: '/', submission: null })).shared).toBe(false);
  expect(made()).toEqual(['/', '/']);
});

describe('a page', () => {
  test('is the document with the rendered HTML and the styles that it uses', async () => {
    const given = await ask('/blog/1');
    expect(given).toMatchObject({ page: { status: 200 }, releaseSet: live.releaseSet.id, shared: true });
    expect(htmlOf(given)).toContain('<div id="root"><main id="main">/blog/1</main></div>');
    const href = '/remotes/blog/aaaaaaaaaaaa/client/static/blog.css';
    const style = styleOf([href], '<main id="main">/blog/1</main>');
    expect(htmlOf(given)).toContain(`<style>${style}</style>`);
    expect(given.page.styleSources).toEqual([pageStyle(style).source]);
  });

  test('is rendered once for all visitors; each post separately', async () => {
    const [first, second] = [await ask('/'), await ask('/')];
    expect(second.page).toBe(first.page);
    for (const id of ['1', '2', '1']) await ask(`/blog/${id}`);
    expect(made()).toEqual(['/', '/blog/1', '/blog/2']);
  });

  test('is the same for all unknown addresses', async () => {
    const [first, second] = [await ask('/nothing'), await ask('/else')];
    expect(first).toMatchObject({ page: { status: 404 }, shared: true });
    expect(second.page).toBe(first.page);
    expect(made()).toEqual(['/nothing']);
  });

  test('is rendered again for another release set', async () => {
    await ask('/');
    const next = fakeRenderer({ ...releaseSetOf(), id: 'other' });
    live = liveOf(next);
    const after = await ask('/');
    expect(after.releaseSet).toBe('other');
    expect(next.render).toHaveBeenCalledTimes(1);
    expect(htmlOf(after)).toContain('<meta name="release-set" content="other">');
  });
});

describe('an incomplete page', () => {
  const lacking = { failures: [{ id: 'home/Team', stage: 'load', reason: '404' }] } as const;

  test('is served to one visitor only, and the log says what is missing', async () => {
    renderer.render.mockResolvedValueOnce(sampleRenderedPage('/', lacking));
    expect(await ask('/')).toMatchObject({ page: { status: 200 }, shared: false });
    expect(log.warn.mock.calls).toEqual([['home/Team cannot be loaded: 404']]);
    expect(await ask('/')).toMatchObject({ shared: true });
  });

  test('without an existing post is one page for all such addresses, cached under none of them', async () => {
    renderer.render.mockResolvedValue(sampleRenderedPage('/blog/x', { ...lacking, status: 404 }));
    const first = await ask('/blog/x');
    expect(first).toMatchObject({ page: { status: 404 }, shared: true });
    // Compressed only once.
    for (const id of ['x', 'y', 'z'])
      expect((await ask(`/blog/${id}`)).page.bodies.gzip).toBe(first.page.bodies.gzip);
    expect(cache.figures().pages).toBe(0);
  });

  test('for a service that does not exist is cached under no name, unless the API did not tell', async () => {
    const respond = createPageResponder(options);
    const askFor = (service: string) => respond({ pathname: '/', submission: null, service });
    renderer.render.mockResolvedValueOnce(sampleRenderedPage('/'));
    expect(await askFor('Брендинг')).toMatchObject({ shared: true });
    renderer.render.mockResolvedValue(sampleRenderedPage('/', { isServiceUnknown: true }));
    for (const service of ['a', 'b']) expect(await askFor(service)).toMatchObject({ shared: false });
    expect(cache.figures().pages).toBe(1);
    expect(await askFor('Брендинг')).toMatchObject({ shared: true });
  });

  test('with an invalid item from the API counts as complete, and the log says so', async () => {
    const notices = ['The API’s services, no. 2, is left out: its title is not a valid text'];
    renderer.render.mockResolvedValue(sampleRenderedPage('/', { notices }));
    expect(await ask('/')).toMatchObject({ shared: true });
    expect(log.warn.mock.calls).toEqual([notices]);
  });
});

test('an accepted form has its own page, which may be cached: it has no data of the visitor', async () => {
  const given = await ask('/', SENT);
  expect([given.shared, submissionIn(given)]).toEqual([true, SENT]);
  expect(submissionIn(await ask('/'))).toBeNull();
  await ask('/', SENT);
  expect(made()).toEqual(['/', '/']);
});

test('a rejected form is rendered every time, only for its visitor', async () => {
  for (const _ of [1, 2]) {
    const given = await ask('/', REJECTED);
    expect([given.shared, submissionIn(given)]).toEqual([false, REJECTED]);
  }
  expect(htmlOf(await ask('/'))).not.toContain('Ігор');
});

describe('a page that cannot be rendered', () => {
  const later = { statusCode: 503, retryAfter: 5 };

  test('and is not cached is temporarily unavailable, which is logged', async () => {
    renderer.render.mockRejectedValueOnce(new Error('There is no render worker at the moment'));
    await expect(ask('/blog/1')).rejects.toMatchObject(later);
    expect(log.warn.mock.calls).toEqual([
      ['/blog/1 could not be rendered: There is no render worker at the moment'],
    ]);
    expect((await ask('/blog/1')).page.status).toBe(200);
    expect(outcomes()).toEqual([{ outcome: 'failed' }, { outcome: 'rendered' }]);
  });

  test('because the worker is overloaded is shed without a log entry', async () => {
    renderer.render.mockRejectedValueOnce(new SaturatedError());
    await expect(ask('/blog/1')).rejects.toMatchObject(later);
    expect([outcomes(), log.warn.mock.calls]).toEqual([[{ outcome: 'shed' }], []]);
  });
});
