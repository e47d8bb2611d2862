import type { FastifyPluginCallback } from 'fastify';
import fresh from 'fresh';
import { bodyFor } from '../pages/encode';
import { chosenService } from '../../src/pages/page-request';
import type { PageRequest } from '../../src/pages/page-request';
import type { RespondToPage } from '../pages/page-responder';
import { acceptedForm } from './forms';
import { allowSpeculation } from './speculation';

interface Options {
  readonly respond: RespondToPage;
}

/** Caches on the way may keep a page for a moment and go on with it while they ask again; browsers always ask. */
const SHARED = 'public, max-age=0, s-maxage=5, stale-while-revalidate=60';

/** For one visitor, who asks again. Not `no-store`, which may keep a page from the back-forward cache. */
const NOT_SHARED = 'private, no-cache';

/** Seconds: what a page lacks is tried again at once, and mostly there a moment later. */
const RETRY_AFTER = 5;

/** The pages. */
export const pages: FastifyPluginCallback<Options> = (app, { respond }, done) => {
  app.get('/*', { config: { compress: false } }, async (request, reply) => {
    const asked = { ...requestOf(request.url), requestId: request.id };
    const { page, releaseSet, shared } = await respond(asked, () => app.allowRender(request));
    reply.styleSources = page.styleSources;
    allowSpeculation(request, reply);
    void reply
      .type('text/html; charset=utf-8')
      .header('Cache-Control', shared && page.status !== 503 ? SHARED : NOT_SHARED)
      .header('Vary', 'Accept-Encoding, Save-Data')
      .header('X-Release-Set', releaseSet)
      .header('ETag', page.etag);
    if (page.status === 200 && fresh(request.headers, { etag: page.etag })) return reply.status(304).send();
    if (page.status === 503) void reply.header('Retry-After', RETRY_AFTER);
    const { encoding, body } = bodyFor(page, request.headers['accept-encoding']);
    if (encoding !== 'identity') void reply.header('Content-Encoding', encoding);
    return reply.status(page.status).send(body);
  });
  done();
};

function requestOf(url: string): PageRequest {
  // Not by `new URL`, which takes what follows `//` for a host, and throws when nothing does.
  const [pathname = '/', query = ''] = url.split('?', 2);
  const submission = pathname === '/' ? acceptedForm(new URLSearchParams(query)) : null;
  // What else an address says makes no other page: only so many are kept.
  const service = pathname === '/' && !submission ? chosenService(query) : null;
  return { pathname, submission, ...(service !== null && { service }) };
}
