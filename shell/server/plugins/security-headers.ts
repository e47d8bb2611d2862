import type { FastifyReply } from 'fastify';
import fp from 'fastify-plugin';

/** Hash of the empty string: emotion, inside react-select, inserts an empty style element and fills it by script. */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

const POLICY = 'content-security-policy';

const SCRIPTS = "script-src 'self'";

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
  ].join(';');

/** Of every response. */
const ALWAYS = {
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

/**
 * Of pages alone: elsewhere browsers make nothing of them. `Strict-Transport-Security` is a matter of whoever
 * terminates TLS: on a plain-http development machine it would do harm.
 */
const OF_PAGES = {
  [POLICY]: policy([]),
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'strict-origin-when-cross-origin',
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

/** Drawings and feeds may hold scripts and be opened by themselves. */
const NOTHING_ALLOWED = "default-src 'none'";

/** Lets a page carry style elements. */
export function allowStyles(reply: FastifyReply, sources: readonly string[]): void {
  void reply.header(POLICY, policy(sources));
}

interface Options {
  /** Sources of the scripts that stand in every page. */
  readonly scripts?: readonly string[];
}

/** Security headers, by the kind of what is sent: a policy of a page is 0.3 KB. */
export const securityHeaders = fp<Options>((app, { scripts = [] }, done) => {
  app.addHook('onSend', async (_request, reply) => {
    const type = String(reply.getHeader('content-type') ?? '');
    reply.headers(ALWAYS);
    if (type.startsWith('text/html')) {
      for (const [name, value] of Object.entries(OF_PAGES))
        if (!reply.hasHeader(name)) reply.header(name, value);
      const allowed = [SCRIPTS, ...scripts].join(' ');
      reply.header(POLICY, String(reply.getHeader(POLICY)).replace(SCRIPTS, allowed));
      return;
    }
    for (const name of NOT_ELSEWHERE) reply.removeHeader(name);
    if (/[/+]xml\b/.test(type)) void reply.header(POLICY, NOTHING_ALLOWED);
  });
  done();
});
