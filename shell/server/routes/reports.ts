import { Type, type Static } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { FastifyPluginCallback } from 'fastify';
import { RELEASE_FAILURES, VersionSchema } from '@vidlunnia/contracts/release';
import { MODULE_IDS } from '../../src/pages/pages';
import { remoteOf } from '../../src/remotes/release-set';
import { REPORTS_PATH } from '../../src/failures';
import type { Site } from '../open-site';
import { hasPreview } from '../previews/previews';
import type { Live } from '../releases/live-set';
import type { Visits } from '../rollouts/visits';

/** Browsers report violations of the Content-Security-Policy here. */
export const CSP_REPORTS_PATH = '/-/csp';

interface Options {
  readonly site: Pick<Site, 'isKnown'> & {
    readonly live: () => Pick<Live, 'releaseSet'>;
    readonly visits: Pick<Visits, 'failed' | 'measured'>;
  };
}

/** For one report, which has about eighty bytes. */
const BODY_LIMIT_BYTES = 1_024;
/** For a violation, which has about a kilobyte. */
const POLICY_BODY_LIMIT_BYTES = 32_768;
/** Versions in the metric of islands' failures. */
const MAX_COUNTED = 100;
/** Reports per address, enough for every failure of every island on several pages. */
const LIMITS = { logLevel: 'warn', config: { rateLimit: { max: 60, timeWindow: 60_000 } } } as const;

const Visit = Type.String({ maxLength: 64 });
const FailureReportSchema = Type.Object({
  remote: Type.String(),
  version: VersionSchema,
  kind: Type.Union(RELEASE_FAILURES.map((kind) => Type.Literal(kind))),
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
export const reports: FastifyPluginCallback<Options> = (app, { site }, done) => {
  const counted = new Set<string>();
  // `sendBeacon` sends text.
  app.addContentTypeParser(
    ['text/plain', 'application/csp-report'],
    { parseAs: 'string' },
    app.getDefaultJsonParser('error', 'error'),
  );

  app.post<{ Body: Static<typeof Report> }>(
    REPORTS_PATH,
    { ...LIMITS, bodyLimit: BODY_LIMIT_BYTES, schema: { body: Report } },
    ({ body, headers, ip }, reply) => {
      // Failures in previews are not counted.
      if (hasPreview(headers)) return reply.status(204).send();
      if ('metric' in body) site.visits.measured(body.visit, ip, body.metric, body.value);
      else countFailure(body, ip);
      return reply.status(204).send();
    },
  );

  function countFailure(report: Static<typeof FailureReportSchema>, ip: string): void {
    const { remote, version, kind, island = '', visit = '' } = report;
    const islands = [...MODULE_IDS, ...site.live().releaseSet.zones.map(({ id }) => id)];
    const isOfRemote = islands.some((id) => id === island && remoteOf(id) === remote);
    if ((island !== '' && !isOfRemote) || !site.isKnown(remote, version)) return;
    // Networks and machines are slow or fail, too; only an exception is the release's own.
    if (kind === 'crashed' || kind === 'threw') site.visits.failed(visit, ip, remote, version);
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
      if (!hasPreview(headers) && Value.Check(Violation, body)) {
        const { 'effective-directive': directive, 'source-file': file } = body['csp-report'];
        const owner = ownerOf(file ?? '', Object.keys(site.live().releaseSet.remotes));
        app.log.warn(`A browser stopped ${directive} of ${owner} by the security policy`);
      }
      return reply.status(204).send();
    },
  );
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
