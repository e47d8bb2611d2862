import type { FastifyReply } from 'fastify';
import fp from 'fastify-plugin';
import { POLICY_REPORTS_PATH } from './reports';

/** Hash of the empty string: emotion, inside react-select, inserts an empty style element and fills it by script. */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

const POLICY = 'content-security-policy';

const SCRIPTS = "script-src 'self'";

/** Name by which the policy refers to where its reports go. */
const REPORTS = 'policy';

const policy = (styles: readonly string[]) =>
  [
    "default-src 'none'",
    SCRIPTS,
    ["style-src 'self'", EMPTY_STYLE, ...styles].join(' '),
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
  ].join(';');

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
  [POLICY]: policy([]),
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': PERMISSIONS,
  'reporting-endpoints': `${REPORTS}="${POLICY_REPORTS_PATH}"`,
  'x-frame-options': 'DENY',
};

/** These, and what the API says besides to those who ask it directly. */
const NOT_ELSEWHERE = [
  ...Object.keys(OF_PAGES),
  'x-dns-prefetch-control',
  'x-download-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

/** Whatever is no page may still be opened or framed by itself, and drawings and feeds may hold scripts. */
const NOTHING_ALLOWED = "default-src 'none';frame-ancestors 'none'";

/** Lets a page carry style elements. */
export function allowStyles(reply: FastifyReply, sources: readonly string[]): void {
  void reply.header(POLICY, policy(sources));
}

interface Options {
  /** Sources of the scripts that stand in every page. */
  readonly scripts?: readonly string[];
}

/** Security headers, by the kind of what is sent: those of a page are 1 KB. */
export const securityHeaders = fp<Options>((app, { scripts = [] }, done) => {
  // oxlint-disable-next-line typescript/require-await -- Fastify asks for a promise, or for a callback
  app.addHook('onSend', async (request, reply) => {
    const type = String(reply.getHeader('content-type') ?? '');
    reply.headers(ALWAYS);
    if (request.protocol === 'https') reply.header('strict-transport-security', STRICT_TRANSPORT);
    if (type.startsWith('text/html')) {
      for (const [name, value] of Object.entries(OF_PAGES))
        if (!reply.hasHeader(name)) reply.header(name, value);
      const allowed = [SCRIPTS, ...scripts].join(' ');
      reply.header(POLICY, String(reply.getHeader(POLICY)).replace(SCRIPTS, allowed));
      return;
    }
    for (const name of NOT_ELSEWHERE) reply.removeHeader(name);
    void reply.header(POLICY, NOTHING_ALLOWED);
  });
  done();
});
