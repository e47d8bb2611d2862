import { Type, type Static } from '@sinclair/typebox';
import { REMOTE_NAME } from '@vidlunnia/settings/topology';
import { Instant, VersionSchema } from './release';

/**
 * The API adds up the hosts' counts of visits here. Only hosts reach this address, because they proxy only `/api` for
 * visitors.
 */
export const VISITS_PATH = '/internal/visits';

/** Upper bounds of each measurement's buckets, in milliseconds; the last bucket is unbounded. */
export const MEASUREMENTS = {
  lcp: [500, 1_000, 1_500, 2_000, 2_500, 3_000, 4_000, 6_000],
  inp: [50, 100, 150, 200, 300, 500, 1_000],
} as const;

export type Measurement = keyof typeof MEASUREMENTS;

const RELEASE = { remote: Type.String({ pattern: REMOTE_NAME.source }), version: VersionSchema };
/** Visitors, visitors with a failure, or visitors by bucket of a measurement (`lcp-0`). */
const What = Type.String({ pattern: '^(visitors|failing|(lcp|inp)-[0-8])$' });
const Count = Type.Integer({ minimum: 1, maximum: 1_000_000 });
/** The withdrawal of a release, with its reason. It is permanent, so the same sources cannot come back. */
const Withdrawal = Type.Object({ ...RELEASE, reason: Type.String({ maxLength: 300 }) });

/** A shell's request: new counts, withdrawn releases, and releases whose sums it requests. */
export const VisitsRequestSchema = Type.Object({
  /** `at` is the start of the counted hour, or of a comparison within it. */
  counts: Type.Array(Type.Object({ ...RELEASE, at: Instant, what: What, count: Count }), { maxItems: 2_000 }),
  withdrawn: Type.Array(Withdrawal, { maxItems: 20 }),
  /** Requested releases, each with the start time of its sums. */
  releases: Type.Array(Type.Object({ ...RELEASE, since: Instant }), { maxItems: 500 }),
});

/** The API's response, about the requested releases. */
export const VisitsResponseSchema = Type.Object({
  /** Sums over all shells; zero counts are absent. */
  totals: Type.Array(Type.Object({ ...RELEASE, what: What, count: Type.Integer() })),
  withdrawn: Type.Array(Withdrawal),
});

export type VisitsRequest = Static<typeof VisitsRequestSchema>;
export type VisitsResponse = Static<typeof VisitsResponseSchema>;
