import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { FastifyPluginCallback } from 'fastify';
import { hasPreview } from '../previews/previews';

/** Browsers report violations of the Content-Security-Policy here. */
export const CSP_REPORTS_PATH = '/-/csp';

const OPTIONS = {
  logLevel: 'warn',
  config: { rateLimit: { max: 60, timeWindow: 60_000 } },
  // A violation has about a kilobyte.
  bodyLimit: 32_768,
} as const;

/** Logs violations of the security policy. Anyone can send reports, so only known values are logged. */
export const policyReports: FastifyPluginCallback = (app, _, done) => {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/csp-report', { parseAs: 'string' }, parse);
  app.post(CSP_REPORTS_PATH, OPTIONS, ({ body, headers }, reply) => {
    if (!hasPreview(headers) && Value.Check(Violation, body)) {
      const { 'effective-directive': directive, 'source-file': file } = body['csp-report'];
      const owner = ownerOf(file ?? '', Object.keys(app.engine.live().releaseSet.remotes));
      app.log.warn(`A browser stopped ${directive} of ${owner} by the security policy`);
    }
    return reply.status(204).send();
  });
  done();
};

/**
 * The logged fields of a violation (https://www.w3.org/TR/CSP3/#deprecated-serialize-violation). Others, such as the
 * page's full address, may be personal.
 */
const Violation = Type.Object({
  'csp-report': Type.Object({
    'effective-directive': Type.String({
      pattern:
        '^((script|style)-src(-elem|-attr)?|(img|font|connect|manifest|media|object|frame|worker)-src|base-uri|form-action|(require-)?trusted-types(-for)?)$',
    }),
    'source-file': Type.Optional(Type.Union([Type.String(), Type.Null()])),
  }),
});

/** Owner of a file: `the shell`, a remote's name, or `another` for the document or a browser extension. */
function ownerOf(file: string, remotes: readonly string[]): string {
  const pathname = URL.canParse(file) ? new URL(file).pathname : '';
  if (pathname.startsWith('/assets/')) return 'the shell';
  return remotes.find((name) => pathname.startsWith(`/remotes/${name}/`)) ?? 'another';
}
