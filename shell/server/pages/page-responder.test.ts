/** @jest-environment node */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { addressOf, pageAt } from '../../src/pages/pages';
import type { PageStart, Submission } from '../../src/pages/rendered-page';
import { releaseSetOf, sampleReleaseSet } from '../../testing/release-set';
import { fakeRenderer, sampleRenderedPage, type FakeRenderer } from '../../testing/renderer';
import { SITE_PARTS } from '../../testing/sample-document';
import type { Live } from '../releases/live-set';
import { SaturatedError } from '../render/supervised-worker';
import { inlineStyle } from './inline-text';
import { PageCache, type PageResponse } from './page-cache';
import { createPageResponder, type PageResponderOptions } from './page-responder';

const SENT: Submission = { form: 'contact', accepted: true, values: {} };
const REJECTED: Submission = { form: 'contact', accepted: false, values: { name: 'Ігор' } };

const styleOf = (hrefs: readonly string[], html: string) => `/* ${hrefs.join()} for ${html} */`;
const log = { warn: jest.fn() };
const ended = jest.fn<(labels?: object) => number>();
let renderer: FakeRenderer;
let live: Live;
let cache: PageCache;
let options: PageResponderOptions;
let ask: (pathname: string, submission?: Submission | null, service?: string) => Promise<PageResponse>;

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
    ...SITE_PARTS,
    live: () => live,
    pageStyles: (hrefs, html) => Promise.resolve(inlineStyle(styleOf(hrefs, html))),
    log,
    renders: { startTimer: () => ended },
  };
  const respond = createPageResponder(options);
  ask = (pathname, submission = null, service = '') =>
    respond({ page: pageAt(pathname), submission, ...(service && { service }) });
});

const htmlOf = ({ bodies }: PageResponse) => bodies.identity.toString();
const submissionIn = (given: PageResponse) =>
  (JSON.parse(/id="page-start">(.*?)<\/script>/.exec(htmlOf(given))?.[1] ?? '') as PageStart).submission;
const made = () => renderer.render.mock.calls.map(([{ page }]) => addressOf(page));
const outcomes = () => ended.mock.calls.map(([labels]) => labels);

test('without a cache every page is rendered again, for one visitor', async () => {
  const respond = createPageResponder({ ...options, cache: null });
  for (const _ of [1, 2])
    expect((await respond({ page: pageAt('/'), submission: null })).caching).toBe('private');
  expect(made()).toEqual(['/', '/']);
});

describe('a page', () => {
  test('is the document with the rendered HTML and the styles that it uses', async () => {
    const given = await ask('/blog/1');
    expect(given).toMatchObject({ status: 200, releaseSet: live.releaseSet.id, caching: 'cached' });
    expect(htmlOf(given)).toContain('<div id="root"><main id="main">/blog/1</main></div>');
    const hrefs = ['/assets/shell.css', '/remotes/blog/aaaaaaaaaaaa/client/static/blog.css'];
    const style = styleOf(hrefs, '<main id="main">/blog/1</main>');
    expect(htmlOf(given)).toContain(`<style>${style}</style>`);
    expect(given.styleSources).toEqual([inlineStyle(style).source]);
  });

  test('is rendered once for all visitors; each post separately', async () => {
    expect(await ask('/')).toBe(await ask('/'));
    for (const path of ['/blog/1', '/blog/2', '/blog/1/']) await ask(path);
    expect(made()).toEqual(['/', '/blog/1', '/blog/2']);
  });

  test('is the same for all unknown addresses', async () => {
    const first = await ask('/nothing');
    expect(first).toMatchObject({ status: 404, caching: 'cached' });
    expect(await ask('/else')).toBe(first);
    expect(made()).toHaveLength(1);
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
    expect(await ask('/')).toMatchObject({ status: 200, caching: 'private' });
    expect(log.warn.mock.calls).toEqual([['home/Team cannot be loaded: 404']]);
    expect(await ask('/')).toMatchObject({ caching: 'cached' });
  });

  test('that lost its post is a 503 for one visitor', async () => {
    renderer.render.mockResolvedValueOnce(sampleRenderedPage('/blog/x', { ...lacking, kind: 'lost' }));
    expect(await ask('/blog/x')).toMatchObject({ status: 503, caching: 'private' });
  });

  test('without an existing post is compressed once for all such addresses, and cached under none of them', async () => {
    renderer.render.mockResolvedValue(sampleRenderedPage('/blog/x', { ...lacking, kind: 'missing' }));
    const first = await ask('/blog/w');
    for (const id of ['x', 'y', 'z']) {
      const given = await ask(`/blog/${id}`);
      expect(given).toMatchObject({ status: 404, caching: 'missing' });
      expect(given.bodies.gzip).toBe(first.bodies.gzip);
    }
    expect(cache.figures().pages).toBe(0);
  });

  test('with an invalid item from the API counts as complete, and the log says so', async () => {
    const notices = ['The API’s services, no. 2, is left out: its title is not a valid text'];
    renderer.render.mockResolvedValue(sampleRenderedPage('/', { notices }));
    expect(await ask('/')).toMatchObject({ caching: 'cached' });
    expect(log.warn.mock.calls).toEqual([notices]);
  });
});

test('an accepted form has its own page, which may be cached: it has no data of the visitor', async () => {
  const given = await ask('/', SENT);
  expect([given.caching, submissionIn(given)]).toEqual(['cached', SENT]);
  expect(submissionIn(await ask('/'))).toBeNull();
  await ask('/', SENT);
  expect(made()).toEqual(['/', '/']);
});

test('a page with a service chosen is cached under its name', async () => {
  for (const service of ['smm', 'content', 'smm', '']) await ask('/', null, service);
  expect(renderer.render.mock.calls.map(([{ service }]) => service)).toEqual(['smm', 'content', undefined]);
});

test('a rejected form is rendered every time, only for its visitor', async () => {
  for (const _ of [1, 2]) {
    const given = await ask('/', REJECTED);
    expect([given.caching, submissionIn(given)]).toEqual(['private', REJECTED]);
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
    expect((await ask('/blog/1')).status).toBe(200);
    expect(outcomes()).toEqual([{ outcome: 'failed' }, { outcome: 'rendered' }]);
  });

  test('because the worker is overloaded is shed without a log entry', async () => {
    renderer.render.mockRejectedValueOnce(new SaturatedError());
    await expect(ask('/blog/1')).rejects.toMatchObject(later);
    expect([outcomes(), log.warn.mock.calls]).toEqual([[{ outcome: 'shed' }], []]);
  });
});
