import { Type, type Static } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { FastifyPluginCallback } from 'fastify';
import { VersionSchema } from '@vidlunnia/releases/release';
import { remoteOf } from '../../page/modules';
import { FAILURE_KINDS, REPORTS_PATH } from '../../page/failures';
import { CSP_REPORTS_PATH, REQUEST_LIMIT } from '../plugins/security';
import { hasPreview } from '../previews/previews';

/** For a report, which has about eighty bytes. */
const BODY_LIMIT_BYTES = 1_024;
/** For a violation of the security policy, which has about a kilobyte. */
const VIOLATION_LIMIT_BYTES = 32_768;
/** Versions in the metric of islands' failures. */
const MAX_COUNTED = 100;
/** Per address, it is enough for every failure of every island on several pages. */
const OPTIONS = { logLevel: 'warn', config: REQUEST_LIMIT } as const;

const Visit = Type.String({ maxLength: 64 });
const FailureReportSchema = Type.Object({
  remote: Type.String(),
  version: VersionSchema,
  kind: Type.Union(FAILURE_KINDS.map((kind) => Type.Literal(kind))),
  island: Type.Optional(Type.String()),
  visit: Type.Optional(Visit),
});
const MeasurementReportSchema = Type.Object({
  visit: Visit,
  metric: Type.Union([Type.Literal('lcp'), Type.Literal('inp')]),
  value: Type.Number({ minimum: 0 }),
});
const Report = Type.Union([FailureReportSchema, MeasurementReportSchema]);

/**
 * Counts browsers' reports about islands and speed, and logs violations of the security policy. Anyone can send reports,
 * so only known values count (their number is bounded), and responses do not reveal them. Previews are not counted.
 */
export const reports: FastifyPluginCallback = (app, _, done) => {
  const { engine, pageParts } = app;
  const counted = new Set<string>();
  // `sendBeacon` sends text.
  const types = ['text/plain', 'application/csp-report'];
  app.addContentTypeParser(types, { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'));

  app.post<{ Body: Static<typeof Report> }>(
    REPORTS_PATH,
    { ...OPTIONS, bodyLimit: BODY_LIMIT_BYTES, schema: { body: Report } },
    ({ body, headers, ip }, reply) => {
      if (!hasPreview(headers)) {
        if ('metric' in body) engine.visits.measured(body.visit, ip, body.metric, body.value);
        else countFailure(body, ip);
      }
      return reply.status(204).send();
    },
  );
  app.post(CSP_REPORTS_PATH, { ...OPTIONS, bodyLimit: VIOLATION_LIMIT_BYTES }, ({ body, headers }, reply) => {
    if (!hasPreview(headers) && Value.Check(Violation, body)) {
      const { 'effective-directive': directive, 'source-file': file } = body['csp-report'];
      const owner = ownerOf(file ?? '', Object.keys(engine.live().releaseSet.remotes));
      app.log.warn(`A browser stopped ${directive} of ${owner} by the security policy`);
    }
    return reply.status(204).send();
  });

  function countFailure(report: Static<typeof FailureReportSchema>, ip: string): void {
    const { remote, version, kind, island = '', visit = '' } = report;
    const islands = [
      ...Object.keys(pageParts.site.modules),
      ...engine.live().releaseSet.zones.map(({ id }) => id),
    ];
    const isOfRemote = islands.some((id) => id === island && remoteOf(id) === remote);
    if ((island !== '' && !isOfRemote) || !engine.isKnown(remote, version)) return;
    // Networks and machines are slow or fail, too; only an exception is the release's own.
    if (kind === 'crashed' || kind === 'threw') engine.visits.failed(visit, ip, remote, version);
    const { islandFailures } = app.metrics;
    // Bounds the metric. Prometheus expects that counters begin again.
    if (counted.add(version).size > MAX_COUNTED) {
      islandFailures.reset();
      counted.clear();
    }
    islandFailures.inc({ remote, version, island, kind });
  }

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

/** Owner of a file: `the host`, a remote's name, or `another` for the document or a browser extension. */
function ownerOf(file: string, remotes: readonly string[]): string {
  const pathname = URL.canParse(file) ? new URL(file).pathname : '';
  if (pathname.startsWith('/assets/')) return 'the host';
  return remotes.find((name) => pathname.startsWith(`/remotes/${name}/`)) ?? 'another';
}
