import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { and, eq, gte, lt, or, sql } from 'drizzle-orm';
import {
  VISITS_PATH,
  VisitsRequestSchema,
  VisitsResponseSchema,
  type VisitsRequest,
} from '@vidlunnia/contracts/visits';
import type { Database } from '../database/database';
import { visitCounts, withdrawals } from '../database/schema';
import { sharedKey } from '../database/shared-key';
import { problemResponses } from './schemas';

/** For the counts of a shell that could not send any for hours. */
const BODY_LIMIT_BYTES = 512 * 1024;
/** Counts are kept for a week. */
const KEPT = sql`now() - interval '7 days'`;

/**
 * Adds up what the shells count of visits. Outside of `/api`, so the shells pass on no visitor's request to it; they
 * share addresses, so their requests are not limited.
 */
export const visitRoutes: FastifyPluginCallbackTypebox = (app, _options, done) => {
  const key = sharedKey(app.database, 'visits');
  app.post(
    VISITS_PATH,
    {
      config: { rateLimit: false },
      logLevel: 'warn',
      bodyLimit: BODY_LIMIT_BYTES,
      schema: {
        hide: true,
        body: VisitsRequestSchema,
        response: { 200: VisitsResponseSchema, ...problemResponses },
      },
    },
    async ({ body }) => {
      const signingKey = (await key()).toString('base64url');
      await add(app.database, body);
      return { key: signingKey, ...(await sumsOf(app.database, body.releases)) };
    },
  );
  done();
};

const add = (database: Database, { counts, withdrawn }: VisitsRequest) =>
  database.transaction(async (transaction) => {
    const rows = counts.map(({ at, ...count }) => ({ ...count, at: new Date(at) }));
    const target = [visitCounts.remote, visitCounts.version, visitCounts.at, visitCounts.what];
    const count = sql`${visitCounts.count} + excluded.count`;
    if (rows.length > 0)
      await transaction.insert(visitCounts).values(rows).onConflictDoUpdate({ target, set: { count } });
    // The first reason stays.
    if (withdrawn.length > 0)
      await transaction
        .insert(withdrawals)
        .values([...withdrawn])
        .onConflictDoNothing();
  });

async function sumsOf(database: Database, releases: VisitsRequest['releases']) {
  const isOf = (
    { remote, version }: typeof visitCounts | typeof withdrawals,
    since?: typeof visitCounts.at,
  ) =>
    or(
      sql`false`,
      ...releases.map((one) =>
        and(eq(remote, one.remote), eq(version, one.version), since && gte(since, new Date(one.since))),
      ),
    );
  const { remote, version, what, at, count } = visitCounts;
  const totals = await database
    .select({ remote, version, what, count: sql<number>`sum(${count})::integer` })
    .from(visitCounts)
    .where(isOf(visitCounts, at))
    .groupBy(remote, version, what);
  return { totals, withdrawn: await database.select().from(withdrawals).where(isOf(withdrawals)) };
}

/** Removes counts that are too old. */
export async function removeOldVisits(database: Database): Promise<void> {
  await database.delete(visitCounts).where(lt(visitCounts.at, KEPT));
}
