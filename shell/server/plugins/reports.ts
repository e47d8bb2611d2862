import rateLimit from '@fastify/rate-limit';
import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { FastifyPluginAsync } from 'fastify';
import type { ModuleId } from '@vidlunnia/shared/contracts';
import { VersionSchema } from '@vidlunnia/shared/contracts/release';
import { ISLAND_FAILURES } from '@vidlunnia/shared/contracts/release-report';
import { MODULE_IDS } from '../../src/pages/page-table';
import { REPORTS_PATH } from '../../src/reports/island-reports';
import type { IslandReports } from '../releases/island-reports';

interface Options {
  readonly islandReports: Pick<IslandReports, 'add'>;
}

/** A report has some eighty bytes. */
const BODY_LIMIT = 1_024;
/** Of one address: every island of some pages may fail in each way. */
const LIMIT = { max: 60, timeWindow: 60_000 };

const ReportSchema = Type.Object(
  {
    island: Type.Union(MODULE_IDS.map((id) => Type.Literal<ModuleId>(id))),
    version: VersionSchema,
    kind: Type.Union(ISLAND_FAILURES.map((kind) => Type.Literal(kind))),
  },
  { additionalProperties: false },
);

/** Takes what browsers report of islands: text, as `sendBeacon` sends it. The answer says nothing of what is known. */
export const reports: FastifyPluginAsync<Options> = async (app, { islandReports }) => {
  await app.register(rateLimit, { global: false });
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
