import { Type, type Static } from '@sinclair/typebox';
import { REMOTE_NAME, VersionSchema } from './release.ts';

/**
 * Where the API adds up what the shells counted of visits. Only shells reach this address: they pass on no request of a
 * visitor outside of `/api`.
 */
export const VISITS_PATH = '/internal/visits';

/** Bounds of the buckets of each measurement, in milliseconds; the last bucket has no bound. */
export const MEASUREMENTS = {
  lcp: [500, 1_000, 1_500, 2_000, 2_500, 3_000, 4_000, 6_000],
  inp: [50, 100, 150, 200, 300, 500, 1_000],
} as const;

export type Measurement = keyof typeof MEASUREMENTS;

/** What is counted of a release: visitors, visitors with a failure, and visitors by bucket of a measurement (`lcp-0`). */
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
    /** Start of the minute or hour in which it was counted. */
    at: Time,
    what: WhatSchema,
    count: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  }),
]);

/** Why all shells took a release back. It stays so: the same sources cannot come back. */
export const WithdrawnSchema = Type.Composite([
  ReleaseSchema,
  Type.Object({ reason: Type.String({ maxLength: 300 }) }),
]);

/** A shell's request: its new counts, the releases that it withdrew, and those about which it asks. */
export const VisitsRequestSchema = Type.Object({
  counts: Type.Array(CountSchema, { maxItems: 2_000 }),
  withdrawn: Type.Array(WithdrawnSchema, { maxItems: 20 }),
  /** Releases, each with the time from when its counts are added up. */
  releases: Type.Array(Type.Composite([ReleaseSchema, Type.Object({ since: Time })]), { maxItems: 100 }),
});

/** The API's response, about the requested releases. */
export const VisitsResponseSchema = Type.Object({
  /** Key of all shells, base64url: it signs the tokens of visits. */
  key: Type.String(),
  /** Sums over all shells; what was not counted is absent. */
  totals: Type.Array(Type.Composite([ReleaseSchema, Type.Pick(CountSchema, ['what', 'count'])])),
  withdrawn: Type.Array(WithdrawnSchema),
});

export type VisitsRequest = Static<typeof VisitsRequestSchema>;
export type VisitsResponse = Static<typeof VisitsResponseSchema>;
