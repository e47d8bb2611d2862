import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';
import fp from 'fastify-plugin';
import { POLICY_REPORTS_PATH } from '../routes/reports';

declare module 'fastify' {
  interface FastifyReply {
    /** Sources of a page's style elements, for its Content-Security-Policy. */
    styleSources?: readonly string[];
  }
}

interface Options {
  /** Origin by which visitors know the site. */
  readonly siteUrl: string;
  /** Sources of the scripts that stand in every page. */
  readonly scripts?: readonly string[];
}

/** Security headers by the kind of what is sent, and no requests from pages of other sites. */
export const security = fp<Options>((app, { siteUrl, scripts = [] }, done) => {
  app.decorateReply('styleSources');

  app.addHook('onRequest', ({ method, headers }, _reply, next) => {
    if (SAFE.includes(method) || !isForeign(headers, siteUrl)) next();
    else next(Object.assign(new Error('A page of another site sent this'), { statusCode: 403 }));
  });

  // oxlint-disable-next-line typescript/require-await -- Fastify asks for a promise, or for a callback
  app.addHook('onSend', async (request, reply) => {
    reply.headers(ALWAYS);
    if (request.protocol === 'https') reply.header('strict-transport-security', STRICT_TRANSPORT);
    if (isPage(reply)) {
      const policy = [...pageSources(scripts, reply.styleSources ?? []), ...PAGE_RULES].join(';');
      reply.headers({ ...OF_PAGES, [POLICY]: policy });
      return;
    }
    void reply.header(POLICY, NOTHING_ALLOWED);
  });
  done();
});

const isPage = (reply: FastifyReply) => String(reply.getHeader('content-type') ?? '').startsWith('text/html');

const POLICY = 'content-security-policy';
/** Name by which the policy refers to where its reports go. */
const REPORTS = 'policy';
/** Hash of the empty string: emotion, inside react-select, inserts an empty style element and fills it by script. */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

const pageSources = (scripts: readonly string[], styles: readonly string[]) => [
  "default-src 'none'",
  ["script-src 'self'", ...scripts].join(' '),
  ["style-src 'self'", EMPTY_STYLE, ...styles].join(' '),
];
const PAGE_RULES = [
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // The starter's, and that of the posts' sanitiser, of which two releases of one team bring one each.
  "trusted-types default dompurify 'allow-duplicates'",
  // Browsers that know the first ignore the second.
  `report-to ${REPORTS}`,
  `report-uri ${POLICY_REPORTS_PATH}`,
];
/** Whatever is no page may still be opened or framed by itself, and drawings and feeds may hold scripts. */
const NOTHING_ALLOWED = "default-src 'none';frame-ancestors 'none'";

/** Of every response. */
const ALWAYS = {
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
};

/**
 * A year, where the visitor came by TLS: RFC 6797, section 7.2, forbids it elsewhere, and a development machine would
 * keep it. Other names under the domain are their owners' to decide on.
 */
const STRICT_TRANSPORT = 'max-age=31536000';

/** What a page might ask its visitor for, and this one never does. Chromium complains of names that it does not know. */
const PERMISSIONS = [
  ...['accelerometer', 'autoplay', 'browsing-topics', 'camera', 'display-capture'],
  ...['encrypted-media', 'fullscreen', 'geolocation', 'gyroscope', 'hid', 'idle-detection', 'magnetometer'],
  ...['microphone', 'midi', 'payment', 'publickey-credentials-get', 'screen-wake-lock', 'serial', 'usb'],
]
  .map((feature) => `${feature}=()`)
  .join(',');

/** Of pages alone: elsewhere browsers make nothing of them. */
const OF_PAGES = {
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': PERMISSIONS,
  'reporting-endpoints': `${REPORTS}="${POLICY_REPORTS_PATH}"`,
  'x-frame-options': 'DENY',
};

const SAFE = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Whether a browser says that a page of another site sent this. `Sec-Fetch-Site` decides, since no page can set it; it
 * comes over TLS only, and from newer browsers. What is no browser sends neither header: it needs no other site's page.
 */
export function isForeign(headers: IncomingHttpHeaders, siteUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const { origin } = headers;
  if (origin === undefined || origin === siteUrl) return false;
  return !URL.canParse(origin) || new URL(origin).host !== headers.host;
}
