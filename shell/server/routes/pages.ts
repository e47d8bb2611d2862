import { negotiate } from '@fastify/accept-negotiator';
import { SERVICE_PARAMETER, SERVICE_TYPES } from '@vidlunnia/contracts';
import { checkedServices } from '@vidlunnia/contracts/answers';
import type { Log } from '@vidlunnia/operating';
import { api } from '@vidlunnia/settings/topology';
import type { FastifyPluginCallback, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import { LRUCache } from 'lru-cache';
import type { Histogram } from 'prom-client';
import { SENT_PARAMETER, serviceIn, addressOf, pageAt } from '../../src/pages/pages';
import { type PageRequest, islandsIn, textOf, type RenderedPage } from '../../src/pages/rendered-page';
import { failureInWords } from '../../src/failures';
import { remoteOf } from '../../src/remotes/release-set';
import { renderDocument, styleSheetsOf, type SiteParts } from '../pages/document';
import { encode, ENCODINGS, plainText, type PageCache, type PageResponse } from '../pages/page-cache';
import type { PageStyles } from '../pages/page-styles';
import { RETRY_AFTER_SECONDS, TryLaterError } from '../plugins/errors';
import type { Live } from '../releases/live-set';
import { SaturatedError } from '../render/supervised-worker';

interface Options {
  readonly respond: RespondToPage;
  readonly apiOrigin: string;
}

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

export const pages: FastifyPluginCallback<Options> = (app, { respond, apiOrigin }, done) => {
  const isService = serviceCheck(apiOrigin);

  app.get('/*', { compress: false }, async (request, reply) => {
    const wanted = requestOf(request);
    // Redirect an unknown service, so that made-up names get no pages of their own.
    if (wanted.service !== undefined && !(await isService(wanted.service)))
      return reply.header('Cache-Control', 'no-store').redirect(withoutService(request.url));
    const preview = await app.previewOf(request);
    const group = preview ? null : await app.groupOf(request);
    const response = await (preview ?? group ?? respond)(wanted, app.visitorOf(request));
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

/** Only the home page has a query. Other parameters are ignored, so the number of cached pages is bounded. */
function requestOf({ url, id: requestId }: FastifyRequest): PageRequest {
  // Not by `new URL`, which reads text after `//` as a host, and throws without one.
  const [pathname = '/', query = ''] = url.split('?', 2);
  const page = pageAt(pathname);
  if (page.kind !== 'home') return { page, submission: null, requestId };
  const form = new URLSearchParams(query).get(SENT_PARAMETER);
  if (form === 'application' || form === 'contact')
    return { page, submission: { form, accepted: true, values: {} }, requestId };
  return { page, submission: null, service: serviceIn(query) || undefined, requestId };
}

/** The rest of the query stays: analytics read the campaign of a visit from it. */
function withoutService(url: string): string {
  const [address = '', ...query] = url.split('?');
  const rest = new URLSearchParams(query.join('?'));
  rest.delete(SERVICE_PARAMETER);
  return rest.size > 0 ? `${address}?${String(rest)}` : address;
}

/** Deadline of the API's response. */
const SERVICES_DEADLINE_MS = 2_000;
/** How long the response is reused. */
const SERVICES_FRESH_MS = 5_000;

/** Checks a service's name. Known services are those of the contact form and of the API's last response. */
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
    const { page, submission, service = '' } = request;
    const live = options.live();
    // A page with a visitor's input is only for that visitor.
    const cache = submission?.accepted === false ? null : options.cache;
    const make = async () => {
      await visitor?.allowRender();
      return makePage(options, live, request, cache !== null, visitor);
    };
    const key = [live.releaseSet.id, addressOf(page), submission?.form, service].join(' ');
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
  const sheets = styleSheetsOf(options.build, releaseSet, request.page);
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
  { renders, log }: ResponderOptions,
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
    if (!isShed) log.warn(`${addressOf(request.page)} could not be rendered: ${reason}`);
    throw new TryLaterError(503, RETRY_AFTER_SECONDS, reason, { cause });
  }
}
