import { Type, type Static } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { FastifyPluginCallback } from 'fastify';
import { VersionSchema } from '@vidlunnia/releases/release';
import { remoteOf } from '../../page/modules';
import { FAILURE_KINDS, REPORTS_PATH } from '../../page/failures';
import { hasPreview } from '../previews/previews';

/** Browsers report violations of the Content-Security-Policy here. Short, because each page has it twice. */
export const CSP_REPORTS_PATH = '/-/csp';

/** For one report, which has about eighty bytes. */
const BODY_LIMIT_BYTES = 1_024;
/** For all reports of a page, each about a kilobyte. */
const POLICY_BODY_LIMIT_BYTES = 32_768;
/** Versions in the metric of islands' failures. */
const MAX_COUNTED = 100;
/** Reports per address, enough for every failure of every island on several pages. */
const LIMITS = { logLevel: 'warn', config: { rateLimit: { max: 60, timeWindow: 60_000 } } } as const;

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
 * Counts browsers' reports about islands, and logs reports about the security policy. Anyone can send reports, so only
 * known values count (their number is bounded), and responses do not reveal them.
 */
export const reports: FastifyPluginCallback = (app, _, done) => {
  const { engine, pageParts } = app;
  const counted = new Set<string>();
  // `sendBeacon` sends text; then `report-to` (https://w3c.github.io/reporting/#media-type) and `report-uri` (CSP3,
  // section 5.3).
  app.addContentTypeParser(
    ['text/plain', 'application/reports+json', 'application/csp-report'],
    { parseAs: 'string' },
    app.getDefaultJsonParser('error', 'error'),
  );

  app.post<{ Body: Static<typeof Report> }>(
    REPORTS_PATH,
    { ...LIMITS, bodyLimit: BODY_LIMIT_BYTES, schema: { body: Report } },
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

  app.post(
    CSP_REPORTS_PATH,
    { ...LIMITS, bodyLimit: POLICY_BODY_LIMIT_BYTES },
    ({ body, headers }, reply) => {
      const remotes = Object.keys(engine.live().releaseSet.remotes);
      for (const [directive, file] of hasPreview(headers) ? [] : violationsIn(body))
        app.log.warn(`A browser stopped ${directive} of ${ownerOf(file, remotes)} by the security policy`);
      return reply.status(204).send();
    },
  );
  done();
};

/** The logged fields of a violation. Others, such as the page's full address, may be personal. */
const Directive = Type.String({
  pattern:
    '^((script|style)-src(-elem|-attr)?|(img|font|connect|manifest|media|object|frame|worker)-src|base-uri|form-action|(require-)?trusted-types(-for)?)$',
});
const File = Type.Optional(Type.Union([Type.String(), Type.Null()]));
const NewReport = Type.Object({
  type: Type.Literal('csp-violation'),
  body: Type.Object({ effectiveDirective: Directive, sourceFile: File }),
});
const OldReport = Type.Object({
  'csp-report': Type.Object({ 'effective-directive': Directive, 'source-file': File }),
});

/** Directive and file of each violation in a message; other reports are skipped. */
function* violationsIn(message: unknown): Generator<readonly [directive: string, file: string]> {
  for (const report of [message].flat())
    if (Value.Check(NewReport, report)) yield [report.body.effectiveDirective, report.body.sourceFile ?? ''];
    else if (Value.Check(OldReport, report)) {
      const { 'effective-directive': directive, 'source-file': file } = report['csp-report'];
      yield [directive, file ?? ''];
    }
}

/** Owner of a file: `the shell`, a remote's name, or `another` for the document or a browser extension. */
function ownerOf(file: string, remotes: readonly string[]): string {
  const pathname = URL.canParse(file) ? new URL(file).pathname : '';
  if (pathname.startsWith('/assets/')) return 'the shell';
  return remotes.find((name) => pathname.startsWith(`/remotes/${name}/`)) ?? 'another';
}
