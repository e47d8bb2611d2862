import { negotiate } from '@fastify/accept-negotiator';
import { SERVICE_TYPES } from '@vidlunnia/contracts';
import { checkedServices } from '@vidlunnia/contracts/answers';
import { api } from '@vidlunnia/settings/topology';
import type { FastifyPluginCallback } from 'fastify';
import fresh from 'fresh';
import { LRUCache } from 'lru-cache';
import { addressOf, pageAt, SENT_PARAMETER, serviceIn } from '../../src/pages/pages';
import type { PageRequest, Submission } from '../../src/pages/rendered-page';
import { ENCODINGS } from '../pages/encode';
import type { PageResponse } from '../pages/page-cache';
import type { RespondToPage } from '../pages/page-responder';
import { RETRY_AFTER_SECONDS } from '../plugins/errors';

interface Options {
  readonly respond: RespondToPage;
  readonly apiOrigin: string;
}

/** Shared caches may store a page for a moment and serve it while they revalidate; browsers always revalidate. */
const SHARED = 'public, max-age=0, s-maxage=5, stale-while-revalidate=60';

/** `private`: not `no-store`, which may exclude a page from the back-forward cache. */
const CACHE_CONTROL: Readonly<Record<PageResponse['caching'] | 'preview', string>> = {
  cached: SHARED,
  missing: SHARED,
  private: 'private, no-cache',
  // The same address has the live page.
  preview: 'private, no-store',
};

export const pages: FastifyPluginCallback<Options> = (app, { respond, apiOrigin }, done) => {
  const isService = serviceCheck(apiOrigin);

  app.get('/*', { compress: false }, async (request, reply) => {
    const wanted = requestOf(request.url);
    const { page, service } = wanted;
    // Anybody can make up a service: it gets no page of its own.
    if (service !== undefined && !(await isService(service)))
      return reply.header('Cache-Control', 'no-store').redirect(addressOf(page));
    const preview = await app.previewOf(request);
    const requestId = request.id;
    const response = await (preview ?? respond)({ ...wanted, requestId }, () => app.allowRender(request));
    const { status, caching, etag, bodies, releaseSet, styleSources } = response;
    reply.styleSources = styleSources;
    void reply
      .type('text/html; charset=utf-8')
      .header('Cache-Control', CACHE_CONTROL[preview ? 'preview' : caching])
      .header('Vary', 'Accept-Encoding')
      .header('X-Release-Set', releaseSet)
      .header('ETag', etag);
    if (preview) void reply.header('X-Robots-Tag', 'noindex');
    if (status === 200 && fresh(request.headers, { etag })) return reply.status(304).send();
    if (status === 503) void reply.header('Retry-After', RETRY_AFTER_SECONDS);
    const accepted = negotiate(request.headers['accept-encoding'] ?? '', [...ENCODINGS]);
    const encoding = ENCODINGS.find((each) => each === accepted && bodies[each]) ?? 'identity';
    if (encoding !== 'identity') void reply.header('Content-Encoding', encoding);
    return reply.status(status).send(bodies[encoding]);
  });
  done();
};

/** Only the home page has a query; other parameters make no other page, so that the number of cached pages is bounded. */
function requestOf(url: string): PageRequest {
  // Not by `new URL`, which reads text after `//` as a host, and throws when there is none.
  const [pathname = '/', query = ''] = url.split('?', 2);
  const page = pageAt(pathname);
  const isHome = page.kind === 'home';
  const submission = isHome ? acceptedForm(new URLSearchParams(query)) : null;
  const service = isHome && !submission ? serviceIn(query) : '';
  return { page, submission, ...(service !== '' && { service }) };
}

/** The form that was accepted, according to the query. */
function acceptedForm(query: URLSearchParams): Submission | null {
  const form = query.get(SENT_PARAMETER);
  return form === 'application' || form === 'contact' ? { form, accepted: true, values: {} } : null;
}

/** For the API's response, and for which it is used. */
const SERVICES_DEADLINE_MS = 2_000;
const SERVICES_FRESH_MS = 5_000;

/** Checks a service's name: the contact form lists it, or the API has it, or had it before it stopped responding. */
function serviceCheck(apiOrigin: string): (name: string) => Promise<boolean> {
  const titles = new LRUCache<string, readonly string[]>({
    max: 1,
    ttl: SERVICES_FRESH_MS,
    perf: Date,
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
    fetchMethod: async (address) => {
      const response = await fetch(address, { signal: AbortSignal.timeout(SERVICES_DEADLINE_MS) });
      return checkedServices(await response.json(), () => undefined).map(({ title }) => title);
    },
  });
  return async (name) => {
    if (SERVICE_TYPES.some((type) => type === name)) return true;
    const known = await titles.fetch(`${apiOrigin}${api.prefix}/services`).catch(() => undefined);
    return known?.includes(name) ?? false;
  };
}
