import { Type, type Static } from '@sinclair/typebox';
import type { FastifyPluginCallback } from 'fastify';
import { VersionSchema } from '@vidlunnia/releases/release';
import { remoteOf } from '../../page/modules';
import { FAILURE_KINDS, REPORTS_PATH } from '../../page/failures';
import { hasPreview } from '../previews/previews';

/** For one report, which has about eighty bytes. */
const BODY_LIMIT_BYTES = 1_024;
/** Versions in the metric of islands' failures. */
const MAX_COUNTED = 100;
/** Reports per address, enough for every failure of every island on several pages. */
const LIMITS = { rateLimit: { max: 60, timeWindow: 60_000 } };

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
 * Counts browsers' reports about islands and speed. Anyone can send reports, so only known values count (their number is
 * bounded), and responses do not reveal them.
 */
export const reports: FastifyPluginCallback = (app, _, done) => {
  const { engine, pageParts } = app;
  const counted = new Set<string>();
  // `sendBeacon` sends text.
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'));

  app.post<{ Body: Static<typeof Report> }>(
    REPORTS_PATH,
    { logLevel: 'warn', config: LIMITS, bodyLimit: BODY_LIMIT_BYTES, schema: { body: Report } },
    ({ body, headers, ip }, reply) => {
      // Failures in previews are not counted.
      if (hasPreview(headers)) return reply.status(204).send();
      if ('metric' in body) engine.visits.measured(body.visit, ip, body.metric, body.value);
      else countFailure(body, ip);
      return reply.status(204).send();
    },
  );

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
