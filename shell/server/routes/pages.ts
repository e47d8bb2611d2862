import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyPluginCallback } from 'fastify';
import fresh from 'fresh';
import { SENT_PARAMETER, serviceIn, type PageRequest, type Submission } from '../../src/pages/page-request';
import { ENCODINGS } from '../pages/encode';
import type { RespondToPage } from '../pages/page-responder';

interface Options {
  readonly respond: RespondToPage;
}

/** Shared caches may store a page for a moment and serve it while they revalidate; browsers always revalidate. */
const SHARED = 'public, max-age=0, s-maxage=5, stale-while-revalidate=60';

/**
 * Only for one visitor, who always revalidates. Not `no-store`, which may exclude a page from the back-forward cache.
 */
const NOT_SHARED = 'private, no-cache';

/** Of a preview: the same address has the live page. */
const NOT_STORED = 'private, no-store';

/** Seconds: missing parts are loaded again at once, and usually available a moment later. */
const RETRY_AFTER = 5;

export const pages: FastifyPluginCallback<Options> = (app, { respond }, done) => {
  app.get('/*', { compress: false }, async (request, reply) => {
    const asked = { ...requestOf(request.url), requestId: request.id };
    const preview = await app.previewOf(request);
    const { page, releaseSet, shared } = await (preview ?? respond)(asked, () => app.allowRender(request));
    reply.styleSources = page.styleSources;
    void reply
      .type('text/html; charset=utf-8')
      .header('Cache-Control', preview ? NOT_STORED : shared && page.status !== 503 ? SHARED : NOT_SHARED)
      .header('Vary', 'Accept-Encoding')
      .header('X-Release-Set', releaseSet)
      .header('ETag', page.etag);
    if (preview) void reply.header('X-Robots-Tag', 'noindex');
    if (page.status === 200 && fresh(request.headers, { etag: page.etag })) return reply.status(304).send();
    if (page.status === 503) void reply.header('Retry-After', RETRY_AFTER);
    const accepted = negotiate(request.headers['accept-encoding'] ?? '', [...ENCODINGS]);
    const encoding = ENCODINGS.find((each) => each === accepted && page.bodies[each]) ?? 'identity';
    if (encoding !== 'identity') void reply.header('Content-Encoding', encoding);
    return reply.status(page.status).send(page.bodies[encoding]);
  });
  done();
};

function requestOf(url: string): PageRequest {
  // Not by `new URL`, which reads text after `//` as a host, and throws when there is none.
  const [pathname = '/', query = ''] = url.split('?', 2);
  const submission = pathname === '/' ? acceptedForm(new URLSearchParams(query)) : null;
  // Other parts of a query do not make another page: the number of cached pages is bounded.
  const service = pathname === '/' && !submission ? serviceIn(query) : '';
  return { pathname, submission, ...(service !== '' && { service }) };
}

/** The form that was accepted, according to the query. */
function acceptedForm(query: URLSearchParams): Submission | null {
  const form = query.get(SENT_PARAMETER);
  return form === 'application' || form === 'contact' ? { form, accepted: true, values: {} } : null;
}
