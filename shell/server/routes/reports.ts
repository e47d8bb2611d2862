import rateLimit from '@fastify/rate-limit';
import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { FastifyPluginAsync } from 'fastify';
import type { ModuleId, ZoneId } from '@vidlunnia/contracts';
import { VersionSchema } from '@vidlunnia/contracts/release';
import { ISLAND_FAILURES } from '@vidlunnia/contracts/release-report';
import { MODULE_IDS } from '../../src/pages/page-table';
import { ZONE_ID } from '../../src/pages/zones';
import { REPORTS_PATH } from '../../src/reports/island-reports';
import type { IslandReports, PolicyReports } from './report-counts';

/** Where browsers report what the Content-Security-Policy stopped. */
export const POLICY_REPORTS_PATH = '/-/policy-reports';

interface Options {
  readonly islandReports: Pick<IslandReports, 'add'>;
  readonly policyReports: Pick<PolicyReports, 'add'>;
}

/** A report has some eighty bytes. */
const BODY_LIMIT = 1_024;
/** Browsers send several reports of a page at once, each of about a kilobyte. */
const POLICY_BODY_LIMIT = 32_768;
/** By `report-to` (https://w3c.github.io/reporting/#media-type) and by `report-uri` (CSP3, section 5.3). */
const POLICY_TYPES = ['application/reports+json', 'application/csp-report'];
/** Of one address: every island of some pages may fail in each way. */
const LIMIT = { max: 60, timeWindow: 60_000 };

const ReportSchema = Type.Object(
  {
    island: Type.Union([
      ...MODULE_IDS.map((id) => Type.Literal<ModuleId>(id)),
      Type.Unsafe<ZoneId>(Type.String({ pattern: ZONE_ID.source, maxLength: 80 })),
    ]),
    version: VersionSchema,
    kind: Type.Union(ISLAND_FAILURES.map((kind) => Type.Literal(kind))),
  },
  { additionalProperties: false },
);

/**
 * Takes what browsers report: of islands as text, as `sendBeacon` sends it, and of the security policy. The answers say
 * nothing of what is known.
 */
export const reports: FastifyPluginAsync<Options> = async (app, { islandReports, policyReports }) => {
  await app.register(rateLimit, { global: false });
  app.addContentTypeParser(POLICY_TYPES, { parseAs: 'string' }, (_request, body, parsed) => {
    parsed(null, body);
  });
  app.post(
    POLICY_REPORTS_PATH,
    { bodyLimit: POLICY_BODY_LIMIT, logLevel: 'warn', config: { rateLimit: LIMIT } },
    (request, reply) => reply.status(policyReports.add(parse(request.body)) ? 204 : 400).send(),
  );
  app.post(
    REPORTS_PATH,
    { bodyLimit: BODY_LIMIT, logLevel: 'warn', config: { rateLimit: LIMIT } },
    (request, reply) => {
      const report = parse(request.body);
      if (!Value.Check(ReportSchema, report)) return reply.status(400).send();
      islandReports.add(report);
      return reply.status(204).send();
    },
  );
};

function parse(body: unknown): unknown {
  try {
    return typeof body === 'string' ? JSON.parse(body) : undefined;
  } catch {
    return undefined;
  }
}
