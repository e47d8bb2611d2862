import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyPluginCallback } from 'fastify';
import fresh from 'fresh';
import { FOLLOWS_LINKS } from '../../src/navigation/follows-links';
import {
  chosenService,
  SENT_PARAMETER,
  type PageRequest,
  type Submission,
} from '../../src/pages/page-request';
import { ENCODINGS } from '../pages/encode';
import type { RespondToPage } from '../pages/page-responder';

interface Options {
  readonly respond: RespondToPage;
}

/** Caches on the way may keep a page for a moment and go on with it while they ask again; browsers always ask. */
const SHARED = 'public, max-age=0, s-maxage=5, stale-while-revalidate=60';

/** For one visitor, who asks again. Not `no-store`, which may keep a page from the back-forward cache. */
const NOT_SHARED = 'private, no-cache';

/** Seconds: what a page lacks is tried again at once, and mostly there a moment later. */
const RETRY_AFTER = 5;

const RULES_PATH = '/speculation-rules.json';

/**
 * The document behind a link is fetched as the link is pressed, some 100 ms before the navigation requests it; no
 * longer when the router follows links, which needs no document.
 */
const RULES = {
  prefetch: [
    {
      where: {
        and: [
          { href_matches: ['/', '/blog', '/blog/*', '/privacy'] },
          { selector_matches: `html:not([${FOLLOWS_LINKS}]) a` },
        ],
      },
      eagerness: 'conservative',
    },
  ],
};

/** The pages, and the rules by which browsers prefetch them (https://wicg.github.io/nav-speculation/speculation-rules.html). */
export const pages: FastifyPluginCallback<Options> = (app, { respond }, done) => {
  app.get('/*', { compress: false }, async (request, reply) => {
    const asked = { ...requestOf(request.url), requestId: request.id };
    const { page, releaseSet, shared } = await respond(asked, () => app.allowRender(request));
    reply.styleSources = page.styleSources;
    // A browser that saves data fetches nothing ahead.
    if (request.headers['save-data'] !== 'on') void reply.header('Speculation-Rules', `"${RULES_PATH}"`);
    void reply
      .type('text/html; charset=utf-8')
      .header('Cache-Control', shared && page.status !== 503 ? SHARED : NOT_SHARED)
      .header('Vary', 'Accept-Encoding, Save-Data')
      .header('X-Release-Set', releaseSet)
      .header('ETag', page.etag);
    if (page.status === 200 && fresh(request.headers, { etag: page.etag })) return reply.status(304).send();
    if (page.status === 503) void reply.header('Retry-After', RETRY_AFTER);
    const accepted = negotiate(request.headers['accept-encoding'] ?? '', [...ENCODINGS]);
    const encoding = ENCODINGS.find((each) => each === accepted && page.bodies[each]) ?? 'identity';
    if (encoding !== 'identity') void reply.header('Content-Encoding', encoding);
    return reply.status(page.status).send(page.bodies[encoding]);
  });
  app.get(RULES_PATH, (_, reply) =>
    reply
      .type('application/speculationrules+json')
      .header('Cache-Control', 'public, max-age=86400')
      .send(JSON.stringify(RULES)),
  );
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

/** The form that an address says was accepted. */
function acceptedForm(query: URLSearchParams): Submission | null {
  const form = query.get(SENT_PARAMETER);
  return form === 'application' || form === 'contact' ? { form, accepted: true, values: {} } : null;
}
