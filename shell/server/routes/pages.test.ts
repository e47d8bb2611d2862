import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { PageRequest, RenderedPage } from '../../src/pages/rendered-page';
import { addressOf, pageAt } from '../../src/pages/pages';
import { releaseSetOf, sampleReleaseSet, SITE_PARTS } from '../../testing/release-set';
import { fakeRenderer, sampleRenderedPage, type FakeRenderer } from '../../testing/renderer';
import { later, startSite, type ServedSite } from '../../testing/site';
import { PageCache, type PageResponse } from '../pages/page-cache';
import type { Live } from '../releases/live-set';
import { SaturatedError } from '../render/supervised-worker';
import { createPageResponder, type ResponderOptions } from './pages';

const FAILURES = [{ id: 'home/Team', stage: 'load', reason: '404' }] as const;
const LACKING = { failures: FAILURES };
const LOST: Partial<RenderedPage> = { kind: 'lost', ...LACKING };
const MISSING: Partial<RenderedPage> = { kind: 'missing', ...LACKING };

describe('the responder', () => {
  const SENT = { submission: { form: 'contact', accepted: true, values: {} } } as const;
  const REJECTED = { submission: { form: 'contact', accepted: false, values: { name: 'Ігор' } } } as const;
  const styleOf = (hrefs: readonly string[], html: string) => `/* ${hrefs.join()} for ${html} */`;
  const warn = jest.fn();
  const ended = jest.fn();
  let renderer: FakeRenderer;
  let live: Live;
  let options: ResponderOptions;
  let ask: (pathname: string, changes?: Partial<PageRequest>) => Promise<PageResponse>;

  const liveOf = (fake: FakeRenderer): Live => ({
    ...{ releaseSet: fake.releaseSet, renderer: fake, releases: {}, previous: {} },
    since: new Date(),
  });
  const open = (cache: PageCache | null) => {
    options = {
      ...{ cache, ...SITE_PARTS, live: () => live, log: { warn } },
      pageStyles: (hrefs, html) => Promise.resolve(styleOf(hrefs, html)),
      renders: { startTimer: () => ended as never },
    };
    const respond = createPageResponder(options);
    ask = (pathname, changes) => respond({ page: pageAt(pathname), submission: null, ...changes });
  };
  beforeEach(() => {
    jest.resetAllMocks();
    renderer = fakeRenderer(sampleReleaseSet());
    live = liveOf(renderer);
    open(new PageCache(5_000));
  });
  const htmlOf = ({ bodies }: PageResponse) => bodies.identity.toString();
  const rendered = () =>
    renderer.render.mock.calls.map(([{ page, submission, service }]) =>
      [addressOf(page), submission?.form, service].filter(Boolean).join(' '),
    );

  test('returns the document with the rendered HTML and its used styles', async () => {
    const given = await ask('/blog/1');
    expect(given).toMatchObject({ status: 200, releaseSet: live.releaseSet.id, caching: 'cached' });
    expect(htmlOf(given)).toContain('<div id="root"><main id="main">/blog/1</main></div>');
    const hrefs = ['/assets/shell.css', '/remotes/blog/aaaaaaaaaaaa/client/static/blog.css'];
    const style = styleOf(hrefs, '<main id="main">/blog/1</main>');
    expect(htmlOf(given)).toContain(`<style>${style}</style>`);
    const hash = createHash('sha256').update(style).digest('base64');
    expect(given.inline.styles).toEqual([`'sha256-${hash}'`]);
  });

  test.each([
    ['each post separately', ['/blog/1', '/blog/2', '/blog/1/', '/blog/1'], {}, ['/blog/1', '/blog/2']],
    ['all unknown addresses together', ['/nothing', '/else'], {}, ['/-/unknown']],
    // The page has no data of the visitor.
    ['an accepted form', ['/', '/'], SENT, ['/ contact']],
    ['a chosen service', ['/', '/'], { service: 'smm' }, ['/ smm']],
  ])('renders %s once for all visitors', async (_, pathnames, changes, expected) => {
    for (const pathname of pathnames)
      expect(await ask(pathname, changes)).toMatchObject({ caching: 'cached' });
    // Cached apart from the plain page.
    await ask('/');
    expect(rendered()).toEqual([...expected, '/']);
  });

  test.each([
    ['without a cache', null, {}],
    ['with a rejected form', new PageCache(5_000), REJECTED],
  ])('renders a page %s for each request, only for its visitor', async (_, cache, changes) => {
    open(cache);
    for (const _time of [1, 2]) {
      const { caching, bodies } = await ask('/', changes);
      expect([caching, Object.keys(bodies)]).toEqual(['private', ['identity']]);
    }
    expect(rendered()).toHaveLength(2);
    expect(htmlOf(await ask('/'))).not.toContain('Ігор');
  });

  test('renders a page again for another release set', async () => {
    await ask('/');
    live = liveOf(fakeRenderer({ ...releaseSetOf(), id: 'other' }));
    const given = await ask('/');
    expect(given.releaseSet).toBe('other');
    expect(htmlOf(given)).toContain('<meta name="release-set" content="other">');
  });

  const NOTICES = ['The API’s services, no. 2, is left out: its title is not a valid text'];
  test.each([
    ['that lacks an island', LACKING, 200, 'private', ['home/Team cannot be loaded: 404']],
    ['that lost its post', LOST, 503, 'private', ['home/Team cannot be loaded: 404']],
    ['with an invalid item from the API', { notices: NOTICES }, 200, 'cached', NOTICES],
  ] as const)('logs what is missing on a page %s', async (_, changes, status, caching, logged) => {
    renderer.render.mockResolvedValueOnce(sampleRenderedPage('/', changes));
    expect(await ask('/')).toMatchObject({ status, caching });
    expect(warn.mock.calls).toEqual(logged.map((line) => [line]));
  });

  test('compresses the page of missing posts once, and never caches it', async () => {
    renderer.render.mockResolvedValue(sampleRenderedPage('/blog/x', MISSING));
    const first = await ask('/blog/w');
    for (const id of ['x', 'y', 'x']) {
      const given = await ask(`/blog/${id}`);
      expect(given).toMatchObject({ status: 404, caching: 'missing' });
      expect(given.bodies.gzip).toBe(first.bodies.gzip);
    }
    expect(options.cache?.figures().pages).toBe(0);
  });

  test.each([
    ['failed', new Error('There is no worker'), [['/blog/1 could not be rendered: There is no worker']]],
    // Too frequent to log.
    ['shed', new SaturatedError(), []],
  ])(
    'rejects a request whose rendering %s, and renders again for the next visitor',
    async (outcome, error, logged) => {
      renderer.render.mockRejectedValueOnce(error);
      await expect(ask('/blog/1')).rejects.toMatchObject({
        statusCode: 503,
        headers: { 'retry-after': '5' },
      });
      expect(warn.mock.calls).toEqual(logged);
      expect((await ask('/blog/1')).status).toBe(200);
      expect(ended.mock.calls).toEqual([[{ outcome }], [{ outcome: 'rendered' }]]);
    },
  );
});

describe('the route', () => {
  let site: ServedSite;
  beforeEach(async () => {
    site = await startSite();
  });

  const requested = (of = site) => of.renderer()?.render.mock.calls.map(([request]) => request);
  const page = { kind: 'home' };
  const requestId: unknown = expect.stringMatching(/^[\da-f-]{36}$/);
  const NOT_SHARED = 'private, no-cache';
  const VARY = 'Accept-Encoding';
  const SHARED = 'public, max-age=0, s-maxage=5, stale-while-revalidate=60';

  test('renders a page once for all visitors, with the id of its request', async () => {
    const first = await site.ask('/', { headers: { 'x-request-id': 'r1' } });
    expect(first.headers['x-request-id']).toBe('r1');
    await Promise.all(
      ['/', '/?utm_source=mail', '/?sent=nothing', '/?service='].map((target) => site.ask(target)),
    );
    expect(requested()).toEqual([{ page, submission: null, requestId: 'r1' }]);
  });

  test('distinguishes pages only by the sent form and, on the home page, the chosen service', async () => {
    const submission = { form: 'contact', accepted: true, values: {} };
    const queries = ['sent=contact', 'a=1&service=smm', 'service=smm&b=1', 'service=analytics&sent=contact'];
    for (const query of queries) await site.ask(`/?${query}`);
    await site.ask('/blog/1?service=smm&sent=contact');
    expect(requested()).toEqual([
      { page, submission, requestId },
      { page, submission: null, service: 'smm', requestId },
      { page: { kind: 'post', params: { postId: '1' } }, submission: null, requestId },
    ]);
  });

  describe('for a service that the contact form does not list', () => {
    const SERVICE = { title: 'SEO-просування', description: '', icon_url: '', features: [] };
    const target = `/?service=${encodeURIComponent(SERVICE.title)}&a=1`;

    test('is rendered if the API’s last response has it; many visitors share one request', async () => {
      let isDown = false;
      const known = await startSite((_, response) => {
        response.writeHead(isDown ? 500 : 200).end(isDown ? '' : JSON.stringify([SERVICE]));
      });
      const statuses = async () =>
        (await Promise.all([target, target].map((each) => known.ask(each)))).map(({ status }) => status);
      expect(await statuses()).toEqual([200, 200]);
      expect(known.api.received.map(({ url }) => url)).toEqual(['/api/services']);
      expect(requested(known)).toEqual([{ page, submission: null, service: SERVICE.title, requestId }]);
      isDown = true;
      later(5_001);
      expect(await statuses()).toEqual([200, 200]);
    });

    test.each([
      ['made up', '[]'],
      ['unknown because the API is broken', '{}'],
    ])('redirects to the home page if it is %s', async (_, answer) => {
      const unknown = await startSite((_request, response) => response.end(answer));
      const { status, headers } = await unknown.ask(target);
      expect([status, headers.location, headers['cache-control']]).toEqual([302, '/', 'no-store']);
      expect(requested(unknown)).toEqual([]);
    });
  });

  test('sends a 304 to a browser with the current page, and the page to all others', async () => {
    const { etag = '' } = (await site.ask('/')).headers;
    const again = await site.ask('/', { headers: { 'if-none-match': `"other", ${etag}` } });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    // Headers that a 304 has to repeat: RFC 9110, section 15.4.5.
    expect(again.headers).toMatchObject({ etag, 'cache-control': SHARED, vary: VARY });
    expect((await site.ask('/', { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
    const { headers } = await site.ask('/nothing');
    expect((await site.ask('/nothing', { headers: { 'if-none-match': headers.etag ?? '' } })).status).toBe(
      404,
    );
  });

  test.each([
    ['lets only shared caches store a missing page', '/nothing', {}, SHARED, undefined],
    ['keeps a page that lacks something for one visitor', '/', LACKING, NOT_SHARED, undefined],
    ['keeps a lost post for one visitor, who may retry', '/blog/1', LOST, NOT_SHARED, '5'],
  ])('%s', async (_, target, changes, cacheControl, retryAfter) => {
    site.renderer()?.render.mockResolvedValueOnce(sampleRenderedPage(target, changes));
    const { headers } = await site.ask(target);
    expect([headers['cache-control'], headers['retry-after']]).toEqual([cacheControl, retryAfter]);
  });

  test.each([
    ['br', 'gzip, deflate, br, zstd', brotliDecompressSync],
    ['gzip', 'br;q=0, gzip', gunzipSync],
    ['identity', 'deflate', (body: Buffer) => body],
  ] as const)('sends the encoding %s to browsers that accept %s', async (encoding, accepted, decode) => {
    const { headers, body } = await site.ask('/', { headers: { 'accept-encoding': accepted } });
    expect([headers['content-encoding'] ?? 'identity', headers.vary]).toEqual([encoding, VARY]);
    expect(decode(body).toString()).toMatch(/^<!doctype html>/);
  });

  test('sends an uncacheable 503 notice with contact details when a page cannot be rendered', async () => {
    site.renderer()?.render.mockRejectedValueOnce(new Error('hangs'));
    const { status, headers, body } = await site.ask('/');
    expect([status, headers['cache-control'], headers['retry-after']]).toEqual([503, 'no-store', '5']);
    expect(body.toString()).toMatch(
      /<h1>Сторінка зараз не відкривається<\/h1>[^]*href="tel:\+\d+"[^]*href="mailto:/,
    );
    expect(body.toString()).not.toContain('hangs');
  });
});
