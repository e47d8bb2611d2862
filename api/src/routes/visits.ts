import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { and, eq, gte, lt, or, sql } from 'drizzle-orm';
import {
  VISITS_PATH,
  VisitsRequestSchema,
  VisitsResponseSchema,
  type VisitsRequest,
} from '@vidlunnia/releases/visits';
import type { Database } from '../database/database';
import { visitCounts, withdrawals } from '../database/schema';
import { problemResponses } from './schemas';

/** The longest request has about 300 KB. */
const BODY_LIMIT_BYTES = 512 * 1024;
const KEPT = sql`now() - interval '7 days'`;
const DAY_MS = 86_400_000;

/**
 * Adds up what the shells count of visits. Outside of `/api`, so the shells pass on no visitor's request to it; they
 * share addresses, so their requests are not limited.
 */
export const visitRoutes: FastifyPluginCallbackTypebox = (app, _options, done) => {
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
      await add(app.database, body);
      return sumsOf(app.database, body.releases);
    },
  );
  done();
};

/**
 * Whether a time is valid and at most a day from now: a count of a later one would be kept for longer than a week.
 * Counts of other times are skipped, so that one remote's wrong time does not stop the withdrawals of the others.
 */
const isPossible = (time: string) => Date.parse(time) < Date.now() + DAY_MS;

async function add(database: Database, { counts, withdrawn }: VisitsRequest): Promise<void> {
  if (counts.length + withdrawn.length === 0) return;
  await database.transaction(async (transaction) => {
    const possible = counts.filter(({ at }) => isPossible(at));
    // Grouped, because an insert cannot update a row twice; in one order, because shells that lock the same rows in
    // different orders would deadlock.
    await transaction.execute(sql`
      INSERT INTO ${visitCounts} (remote, version, at, what, count)
      SELECT remote, version, at, what, sum(count)
      FROM jsonb_populate_recordset(NULL::${visitCounts}, ${JSON.stringify(possible)}::jsonb)
      GROUP BY remote, version, at, what ORDER BY remote, version, at, what
      ON CONFLICT (remote, version, at, what) DO UPDATE SET count = ${visitCounts.count} + excluded.count`);
    // The first reason stays.
    if (withdrawn.length > 0)
      await transaction
        .insert(withdrawals)
        .values([...withdrawn])
        .onConflictDoNothing();
  });
}

async function sumsOf(database: Database, releases: VisitsRequest['releases']) {
  const isOf = (
    { remote, version }: typeof visitCounts | typeof withdrawals,
    one: (typeof releases)[number],
  ) => and(eq(remote, one.remote), eq(version, one.version));
  const { remote, version, what, at, count } = visitCounts;
  const isCounted = releases
    .filter(({ since }) => isPossible(since))
    .map((one) => and(isOf(visitCounts, one), gte(at, new Date(one.since))));
  const totals = await database
    .select({ remote, version, what, count: sql<number>`sum(${count})::integer` })
    .from(visitCounts)
    .where(or(sql`false`, ...isCounted))
    .groupBy(remote, version, what);
  const isWithdrawn = or(sql`false`, ...releases.map((one) => isOf(withdrawals, one)));
  return { totals, withdrawn: await database.select().from(withdrawals).where(isWithdrawn) };
}

/** Removes counts that are older than a week. Withdrawals are kept: a version never comes back. */
export async function removeOldVisits(database: Database): Promise<void> {
  await database.delete(visitCounts).where(lt(visitCounts.at, KEPT));
}
