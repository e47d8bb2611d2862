import { negotiate } from '@fastify/accept-negotiator';
import type { Log } from '@vidlunnia/operating';
import type {} from '@fastify/compress';
import type { FastifyPluginCallback } from 'fastify';
import fp from 'fastify-plugin';
import fresh from 'fresh';
import type { Histogram } from 'prom-client';
import { remoteOf } from '../../page/modules';
import { islandsIn, textOf, type RenderedPage } from '../../page/rendered-page';
import type { PageRequest } from '../../site';
import { failureInWords } from '../../page/failures';
import { renderDocument, styleSheetsOf, type SiteParts } from '../pages/document';
import { encode, ENCODINGS, plainText, type PageCache, type PageResponse } from '../pages/page-cache';
import type { PageStyles } from '../pages/page-styles';
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

declare module 'fastify' {
  interface FastifyInstance {
    /** Options of the responders for live pages. */
    readonly livePages: ResponderOptions;
    readonly respondLive: RespondToPage;
  }
}

/** Decorates the app with `respondLive`, and with its options for previews and rollouts. In development, no page is cached. */
export const livePages = fp<{ readonly development: boolean }>((app, { development }, done) => {
  const { engine, metrics, pageParts } = app;
  const options = {
    ...pageParts,
    cache: development ? null : pageParts.cache,
    log: app.log,
    live: engine.live,
    renders: metrics.renders,
  };
  app.decorate('livePages', options);
  app.decorate('respondLive', createPageResponder(options));
  done();
});

/** Serves the site's pages. */
export const pages: FastifyPluginCallback = (app, _, done) => {
  const { site } = app.pageParts;
  app.get('/*', { compress: false }, async (request, reply) => {
    const found = await site.requestOf(request.url);
    if ('redirect' in found) return reply.header('Cache-Control', 'no-store').redirect(found.redirect);
    const wanted = { ...found, requestId: request.id };
    const preview = await app.previewOf?.(request);
    const group = preview ? null : await app.groupOf?.(request);
    const response = await (preview ?? group ?? app.respondLive)(wanted, app.visitorOf?.(request));
    const { status, caching, etag, bodies, releaseSet, inline } = response;
    reply.inline = inline;
    void reply.type('text/html; charset=utf-8').headers({
      ...CACHING[group ? 'private' : caching],
      Vary: 'Accept-Encoding',
      'X-Release-Set': releaseSet,
      ETag: etag,
    });
    if (status === 200 && fresh(request.headers, { etag })) return reply.status(304).send();
    if (status === 503) void reply.header('Retry-After', RETRY_AFTER_SECONDS);
    const accepted = negotiate(request.headers['accept-encoding'] ?? '', ENCODINGS);
    const encoding = ENCODINGS.find((each) => each === accepted && bodies[each]) ?? 'identity';
    if (encoding !== 'identity') void reply.header('Content-Encoding', encoding);
    return reply.status(status).send(bodies[encoding]);
  });
  done();
};

/** The visitor for whom a page is rendered. */
export interface Visitor {
  /** Called before a rendering, not for cached pages; may reject. */
  readonly allowRender: () => Promise<void>;
  /** Called for each release that threw. */
  readonly failed: (remote: string, version: string) => void;
}

/**
 * Responds with the cached page, else with a fresh one. Rejects with `TryLaterError` when the page is not cached and
 * cannot be rendered.
 */
export type RespondToPage = (request: PageRequest, visitor?: Visitor) => Promise<PageResponse>;

/** Responds with the pages of another set than the live one. */
export interface SetResponder extends RespondToPage {
  readonly live: Live;
}

export interface ResponderOptions extends SiteParts {
  readonly live: () => Live;
  /** Without a cache, every request renders its page, only for its visitor. */
  readonly cache: PageCache | null;
  readonly pageStyles: PageStyles;
  readonly log: Pick<Log, 'warn'>;
  /** Counts renderings by outcome, except those of previews. */
  readonly renders?: Pick<Histogram<'outcome'>, 'startTimer'>;
}

export function createPageResponder(options: ResponderOptions): RespondToPage {
  return (request, visitor) => {
    const { page, variant = '', returnsInput = false } = request;
    const live = options.live();
    const cache = returnsInput ? null : options.cache;
    const make = async () => {
      await visitor?.allowRender();
      return makePage(options, live, request, cache !== null, visitor);
    };
    const key = [live.releaseSet.id, options.site.addressOf(page), variant].join(' ');
    return cache ? cache.get(key, make) : make();
  };
}

const STATUS = { page: 200, missing: 404, lost: 503 } as const;

async function makePage(
  options: ResponderOptions,
  { releaseSet, renderer }: Live,
  request: PageRequest,
  isForAll: boolean,
  visitor?: Visitor,
): Promise<PageResponse> {
  const rendered = await render(options, renderer, request);
  const { kind, failures, html, notices = [] } = rendered;
  for (const line of [...failures.map(failureInWords), ...notices]) options.log.warn(line);
  for (const { id, stage } of failures) {
    const version = releaseSet.remotes[remoteOf(id)]?.version;
    // Data may be missing, and a rendering cut off, without a fault of the release.
    if (version !== undefined && stage === 'render') visitor?.failed(remoteOf(id), version);
  }
  // Islands may load sheets before the shell's own, which has every definition.
  const isLean = islandsIn(html).every(({ state }) => !state);
  const sheets = styleSheetsOf(options, releaseSet, request.page);
  const css = await options.pageStyles(sheets, textOf(html), isLean);
  const { text, inline } = renderDocument(options, { releaseSet, request, rendered, css });
  const isWhole = kind === 'missing' || failures.length === 0;
  // Unknown addresses share one address, so their page can be cached.
  const cachingForAll = kind === 'missing' && request.page.kind !== 'unknown' ? 'missing' : 'cached';
  return {
    // Not compressed in advance for a single visitor.
    ...(isForAll ? await encode(text) : plainText(text)),
    status: STATUS[kind],
    caching: options.banner ? 'preview' : isForAll && isWhole ? cachingForAll : 'private',
    releaseSet: releaseSet.id,
    inline,
  };
}

async function render(
  { site, renders, log }: ResponderOptions,
  renderer: Live['renderer'],
  request: PageRequest,
): Promise<RenderedPage> {
  const ended = renders?.startTimer();
  try {
    const rendered = await renderer.render(request);
    ended?.({ outcome: 'rendered' });
    return rendered;
  } catch (cause) {
    const isShed = cause instanceof SaturatedError;
    ended?.({ outcome: isShed ? 'shed' : 'failed' });
    const reason = cause instanceof Error ? cause.message : String(cause);
    if (!isShed) log.warn(`${site.addressOf(request.page)} could not be rendered: ${reason}`);
    throw new TryLaterError(503, RETRY_AFTER_SECONDS, reason, { cause });
  }
}
