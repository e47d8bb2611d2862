import type { IncomingHttpHeaders } from 'node:http';
import rateLimit from '@fastify/rate-limit';
import { RateLimitStore } from '@vidlunnia/operating/rate-limit-store';
import type { FastifyReply } from 'fastify';
import fp from 'fastify-plugin';
import type { ServerSite } from '../../site';
import type { InlineSources } from '../pages/document';
import { TryLaterError } from './errors';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Counts a rendering for a visitor, before it starts.
     * @throws TryLaterError when the visitor's allowance is used up
     */
    readonly allowRender: (request: FastifyRequest) => Promise<void>;
  }
  interface FastifyReply {
    /** The sent page's hash sources, for its Content-Security-Policy. */
    inline?: InlineSources;
  }
}

interface Options {
  /** Public origin of the site. */
  readonly siteUrl: string;
  /** Pages rendered per minute for one address or IPv6 prefix; cached pages do not count. */
  readonly rendersPerMinute: number;
}

/**
 * Sets security headers by kind of response, rejects requests from pages of other sites, and limits renders per
 * visitor, so that requests for invented addresses do not use up everyone's capacity.
 */
export const security = fp<Options>(async (app, { siteUrl, rendersPerMinute }) => {
  await app.register(rateLimit, { global: false, store: RateLimitStore });
  const count = app.createRateLimit({ max: rendersPerMinute, timeWindow: MINUTE_MS });
  app.decorate('allowRender', async (request) => {
    const limit = await count(request);
    if (!limit.isAllowed && limit.isExceeded)
      throw new TryLaterError(429, limit.ttlInSeconds, 'Too many pages were rendered for this visitor');
  });
  app.decorateReply('inline');
  const { site } = app.pageParts;

  app.addHook('onRequest', ({ method, headers }, _reply, next) => {
    if (SAFE.includes(method) || !isForeign(headers, siteUrl)) next();
    else next(Object.assign(new Error('A page of another site sent this'), { statusCode: 403 }));
  });

  app.addHook('onSend', (request, reply, payload, next) => {
    reply.headers(ALWAYS);
    if (request.protocol === 'https') reply.header('strict-transport-security', STRICT_TRANSPORT);
    // No `Cross-Origin-Opener-Policy`: Chromium would start a second renderer for each visit from another site, and pages
    // keep nothing that an opener could reach.
    if (isPage(reply))
      reply.headers({ 'permissions-policy': PERMISSIONS, [POLICY]: pagePolicy(site, reply.inline) });
    else reply.header(POLICY, NOTHING_ALLOWED);
    next(null, payload);
  });
});

const MINUTE_MS = 60_000;
/** Configuration of a route: requests per minute and address. */
export const REQUEST_LIMIT = { rateLimit: { max: 60, timeWindow: MINUTE_MS } };

/** Browsers report violations of the policy here. */
export const CSP_REPORTS_PATH = '/-/csp';

const isPage = (reply: FastifyReply) => String(reply.getHeader('content-type') ?? '').startsWith('text/html');

const POLICY = 'content-security-policy';

const pagePolicy = (
  { trustedTypes = [], styleSources = [] }: Pick<ServerSite, 'trustedTypes' | 'styleSources'>,
  { scripts, styles }: InlineSources = { scripts: [], styles: [] },
) =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    ["style-src 'self'", ...styleSources, ...styles].join(' '),
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // `default` is the starter's. Two releases of one team each create their own policies.
    ['trusted-types default', ...trustedTypes, "'allow-duplicates'"].join(' '),
    // Not `report-to`, which Firefox lacks and which costs every page a second header.
    `report-uri ${CSP_REPORTS_PATH}`,
  ].join(';');

/** For other responses, because visitors may open or frame them directly, and images and feeds may contain scripts. */
const NOTHING_ALLOWED = "default-src 'none';frame-ancestors 'none'";

/** Headers of every response. */
const ALWAYS = {
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
};

/**
 * One year, only over TLS: RFC 6797, section 7.2, forbids the header elsewhere, and browsers would remember it for a
 * development machine. Without `includeSubDomains`, because the owners of subdomains decide for them.
 */
const STRICT_TRANSPORT = 'max-age=31536000';

/**
 * Permissions that the site never needs. Only names that Chromium knows, because it warns about others. Each name adds
 * bytes to the first view, so devices that people choose in a dialog of the browser (HID, serial, USB) are left out.
 */
const PERMISSIONS =
  'accelerometer=(),camera=(),display-capture=(),geolocation=(),gyroscope=(),magnetometer=(),microphone=(),payment=()';

const SAFE = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Whether a page of another site sent this request. `Sec-Fetch-Site` decides if present, because no page can set it
 * (newer browsers, over TLS); otherwise `Origin`. Clients that send neither header are allowed.
 */
export function isForeign(headers: IncomingHttpHeaders, siteUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const { origin } = headers;
  if (origin === undefined || origin === siteUrl) return false;
  return !URL.canParse(origin) || new URL(origin).host !== headers.host;
}
