import helmet from '@fastify/helmet';
import type { FastifyReply } from 'fastify';
import fp from 'fastify-plugin';

/** Hash of the empty string: emotion, inside react-select, inserts an empty style element and fills it by script. */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

const POLICY = 'content-security-policy';

/** Lets an answer carry style elements. */
export function allowStyles(reply: FastifyReply, sources: readonly string[]): void {
  const policy = String(reply.getHeader(POLICY));
  void reply.header(POLICY, policy.replace(EMPTY_STYLE, [EMPTY_STYLE, ...sources].join(' ')));
}

interface Options {
  /** Sources of scripts that stand in documents. */
  readonly scripts?: readonly string[];
}

/** Security headers of every answer. */
export const securityHeaders = fp<Options>(async (app, { scripts = [] }) => {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...scripts],
        styleSrc: ["'self'", EMPTY_STYLE],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // A matter of whoever terminates TLS: on a plain-http development machine the header would do harm.
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
});
