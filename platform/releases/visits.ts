import { Type, type Static } from '@sinclair/typebox';
import { REMOTE_NAME } from '@vidlunnia/settings/topology';
import { VersionSchema } from './release';

/**
 * The API adds up the shells' counts of visits here. Only shells reach this address, because they proxy only `/api` for
 * visitors.
 */
export const VISITS_PATH = '/internal/visits';

/** Upper bounds of each measurement's buckets, in milliseconds; the last bucket is unbounded. */
export const MEASUREMENTS = {
  lcp: [500, 1_000, 1_500, 2_000, 2_500, 3_000, 4_000, 6_000],
  inp: [50, 100, 150, 200, 300, 500, 1_000],
} as const;

export type Measurement = keyof typeof MEASUREMENTS;

/** The counts of a release: visitors, visitors with a failure, and visitors by bucket of a measurement (`lcp-0`). */
const WhatSchema = Type.String({ pattern: '^(visitors|failing|(lcp|inp)-[0-8])$' });

/** ISO 8601. */
const Time = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$' });

const ReleaseSchema = Type.Object({
  remote: Type.String({ pattern: REMOTE_NAME.source }),
  version: VersionSchema,
});

export const CountSchema = Type.Composite([
  ReleaseSchema,
  Type.Object({
    /** Start of the counted hour, or of a comparison within it. */
    at: Time,
    what: WhatSchema,
    count: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  }),
]);

/** The withdrawal of a release, with its reason. It is permanent, so the same sources cannot come back. */
export const WithdrawnSchema = Type.Composite([
  ReleaseSchema,
  Type.Object({ reason: Type.String({ maxLength: 300 }) }),
]);

/** A shell's request: new counts, withdrawn releases, and releases whose sums it requests. */
export const VisitsRequestSchema = Type.Object({
  counts: Type.Array(CountSchema, { maxItems: 2_000 }),
  withdrawn: Type.Array(WithdrawnSchema, { maxItems: 20 }),
  /** Requested releases, each with the start time of its sums. */
  releases: Type.Array(Type.Composite([ReleaseSchema, Type.Object({ since: Time })]), { maxItems: 500 }),
});

/** The API's response, about the requested releases. */
export const VisitsResponseSchema = Type.Object({
  /** Sums over all shells; zero counts are absent. */
  totals: Type.Array(Type.Composite([ReleaseSchema, Type.Pick(CountSchema, ['what', 'count'])])),
  withdrawn: Type.Array(WithdrawnSchema),
});

export type VisitsRequest = Static<typeof VisitsRequestSchema>;
export type VisitsResponse = Static<typeof VisitsResponseSchema>;
