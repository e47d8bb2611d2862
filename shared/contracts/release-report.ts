import { Type, type Static } from '@sinclair/typebox';
import { ProvenanceSchema, VersionSchema } from './release';

/** ISO 8601. */
const Time = Type.String();

export const PromotedReleaseSchema = Type.Object({
  version: VersionSchema,
  commit: Type.Union([Type.String(), Type.Null()]),
  provenance: Type.Optional(ProvenanceSchema),
  /** When the shell promoted it. */
  since: Time,
});

/** The steps by which a shell ingests a release; each may reject it. */
export const StepSchema = Type.Union(
  (['discover', 'download', 'verify', 'render-test', 'promote'] as const).map((step) => Type.Literal(step)),
);

const Rejection = Type.Object({
  /** `null` when the pointer named none. */
  version: Type.Union([VersionSchema, Type.Null()]),
  step: StepSchema,
  reason: Type.String(),
  /** When it was rejected last. */
  at: Time,
});

/** What a shell offers to the remotes, and so what a release has to fit. */
export const ShellContractSchema = Type.Object({
  /** Contract versions that it accepts. */
  versions: Type.Array(Type.Integer()),
  /** Modules that it needs of each remote. */
  modules: Type.Record(Type.String(), Type.Array(Type.String())),
  /** What it was built to pass to each module and take from it, by the module's id; absent in older shells. */
  declarations: Type.Optional(Type.Record(Type.String(), Type.String())),
  /** Versions of the packages that it provides. */
  shared: Type.Record(Type.String(), Type.String()),
});

/** What `/-/releases` reports: the state of one shell, without secrets. */
export const ReleaseReportSchema = Type.Object({
  releaseSet: Type.String(),
  since: Time,
  remotes: Type.Record(
    Type.String(),
    Type.Object({
      live: Type.Union([PromotedReleaseSchema, Type.Null()]),
      /** Previous releases, the newest first. */
      previous: Type.Array(PromotedReleaseSchema),
      /** What was rejected, the newest first. */
      rejections: Type.Array(Rejection),
    }),
  ),
  workers: Type.Array(
    Type.Object({
      releaseSet: Type.String(),
      state: Type.Union([Type.Literal('ready'), Type.Literal('restarting')]),
      since: Time,
      /** How often a new thread had to take over. */
      restarts: Type.Integer(),
      /** Pages that it renders at this moment. */
      rendering: Type.Integer(),
    }),
  ),
  cache: Type.Object({
    pages: Type.Integer(),
    bytes: Type.Integer(),
    hits: Type.Integer(),
    /** Hits of a page that was no longer fresh. */
    stale: Type.Integer(),
    misses: Type.Integer(),
  }),
  contract: ShellContractSchema,
});

export type Step = Static<typeof StepSchema>;
export type Rejection = Static<typeof Rejection>;
export type PromotedRelease = Static<typeof PromotedReleaseSchema>;
export type ShellContract = Static<typeof ShellContractSchema>;
export type ReleaseReport = Static<typeof ReleaseReportSchema>;

/** Where a shell reports what is live. */
export const RELEASE_REPORT_PATH = '/-/releases';
