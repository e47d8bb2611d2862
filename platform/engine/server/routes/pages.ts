import { negotiate } from '@fastify/accept-negotiator';
import type {} from '@fastify/compress';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import fresh from 'fresh';
import { messageOf } from '@vidlunnia/settings/machine';
import { remoteOf } from '../../page/modules';
import { islandsIn, textOf } from '../../page/rendered-page';
import type { PageRequest } from '../../site';
import { failureInWords } from '../../page/failures';
import { renderDocument, styleSheetsOf, type Banner } from '../pages/document';
import { encode, ENCODINGS } from '@vidlunnia/operating/encoding';
import type { PageResponse } from '../pages/page-cache';
import { RETRY_AFTER_SECONDS, TryLaterError } from '../plugins/errors';
import type { Live } from '../releases/live-set';
import { SaturatedError } from '../render/supervised-worker';

/** Shared caches may store a page briefly, and serve it while they revalidate. Browsers always revalidate. */
const SHARED = { 'Cache-Control': 'public, max-age=0, s-maxage=5, stale-while-revalidate=60' };

const CACHING: Readonly<Record<PageResponse['caching'], Readonly<Record<string, string>>>> = {
  cached: SHARED,
  missing: SHARED,
  // Not `no-store`, which may exclude a page from the back-forward cache.
  private: { 'Cache-Control': 'private, no-cache' },
  // The live page has the same address.
  preview: { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' },
};

/** The set whose pages a browser gets. */
export interface Shown {
  readonly live: Live;
  /** Of a preview: shown above every page. */
  readonly banner?: Banner;
  /** Whether only a part of the visitors gets it, in a rollout. */
  readonly isPartial?: boolean;
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly shownTo: (request: FastifyRequest) => Promise<Shown>;
    /**
     * Responds to a browser's request with the cached page, else with a fresh one. Rejects with `TryLaterError` when the
     * page is not cached and cannot be rendered.
     */
    readonly respond: (wanted: PageRequest, request: FastifyRequest) => Promise<PageResponse>;
  }
}

/** Serves the site's pages. In development, no page is cached. */
export const pages = fp<{ readonly development: boolean }>((app, { development }, done) => {
  const { engine, pageParts } = app;
  const { site, cache } = pageParts;

  app.decorate('shownTo', async (request) => {
    const preview = await app.previewOf?.(request);
    if (preview) return preview;
    const partial = await app.rolloutOf?.(request);
    return partial ? { live: partial, isPartial: true } : { live: engine.live() };
  });

  app.decorate('respond', async (wanted, request) => {
    const shown = await app.shownTo(request);
    return respondWith(shown, wanted, request).catch((error: unknown) => {
      const isLacking = shown.isPartial && error instanceof TryLaterError && error.statusCode === 503;
      if (isLacking) return respondWith({ live: engine.live(), isPartial: true }, wanted, request);
      throw error;
    });
  });

  async function respondWith(shown: Shown, wanted: PageRequest, request: FastifyRequest) {
    const { live, banner, isPartial } = shown;
    const isForAll = !development && !banner && !wanted.returnsInput;
    const make = async () => {
      // A preview's page is counted before its tokens are verified.
      if (!banner) await app.allowRender(request);
      return makePage(app, shown, wanted, isForAll, (remote, version) => {
        if (!banner) app.failedOnServer?.(request, remote, version);
      });
    };
    const isCurrent = () => isPartial === true || live === engine.live();
    const key = [live.releaseSet.id, site.addressOf(wanted.page), wanted.variant ?? ''].join(' ');
    const page = await (isForAll ? cache.get(key, make, isCurrent) : make());
    return isPartial ? { ...page, caching: 'private' as const } : page;
  }

  app.get('/*', { compress: false }, async (request, reply) => {
    const found = await site.requestOf(request.url);
    if ('redirect' in found) return reply.header('Cache-Control', 'no-store').redirect(found.redirect);
    const response = await app.respond({ ...found, requestId: request.id }, request);
    const { status, caching, etag, bodies, releaseSet, inline } = response;
    reply.inline = inline;
    void reply.type('text/html; charset=utf-8').headers({
      ...CACHING[caching],
      Vary: 'Accept-Encoding',
      'X-Release-Set': releaseSet,
      ...(etag && { ETag: etag }),
    });
    if (status === 200 && fresh(request.headers, { etag })) return reply.status(304).send();
    if (status === 503) void reply.header('Retry-After', RETRY_AFTER_SECONDS);
    const accepted = negotiate(request.headers['accept-encoding'] ?? '', ENCODINGS);
    const encoding = ENCODINGS.find((each) => each === accepted && bodies[each]) ?? 'identity';
    if (encoding !== 'identity') void reply.header('Content-Encoding', encoding);
    return reply.status(status).send(bodies[encoding]);
  });
  done();
});

const STATUS = { page: 200, missing: 404, lost: 503 } as const;

/** Renders a page. `failed` is called for each release that threw. */
async function makePage(
  { log, metrics, pageParts }: FastifyInstance,
  { live: { releaseSet, renderer }, banner }: Shown,
  request: PageRequest,
  isForAll: boolean,
  failed: (remote: string, version: string) => void,
): Promise<PageResponse> {
  const ended = banner ? undefined : metrics.renders.startTimer();
  const rendered = await renderer.render(request).catch((cause: unknown) => {
    const isShed = cause instanceof SaturatedError;
    ended?.({ outcome: isShed ? 'shed' : 'failed' });
    const reason = messageOf(cause);
    if (!isShed) log.warn(`${pageParts.site.addressOf(request.page)} could not be rendered: ${reason}`);
    throw new TryLaterError(503, RETRY_AFTER_SECONDS, reason, { cause });
  });
  ended?.({ outcome: 'rendered' });
  const { kind, failures, html, notices = [] } = rendered;
  for (const line of [...failures.map(failureInWords), ...notices]) log.warn(line);
  for (const { id, stage } of failures) {
    const version = releaseSet.remotes[remoteOf(id)]?.version;
    // Data may be missing, and a rendering cut off, without a fault of the release.
    if (version !== undefined && stage === 'render') failed(remoteOf(id), version);
  }
  // Islands may load sheets before the site's own, which has every definition.
  const isLean = islandsIn(html).every(({ state }) => !state);
  const sheets = styleSheetsOf(pageParts, releaseSet, request.page);
  const css = await pageParts.pageStyles(sheets, textOf(html), isLean);
  const { text, inline } = renderDocument(pageParts, { releaseSet, request, rendered, css, banner });
  const isWhole = kind === 'missing' || failures.length === 0;
  // Unknown addresses share one address, so their page can be cached.
  const cachingForAll = kind === 'missing' && request.page.kind !== 'unknown' ? 'missing' : 'cached';
  return {
    // For a single visitor, neither compressed in advance nor revalidated.
    ...(isForAll ? await encode(text) : { etag: '', bodies: { identity: Buffer.from(text) } }),
    status: STATUS[kind],
    caching: banner ? 'preview' : isForAll && isWhole ? cachingForAll : 'private',
    releaseSet: releaseSet.id,
    inline,
  };
}
