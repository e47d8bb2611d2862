import { Type, type Static } from '@sinclair/typebox';
import { ProvenanceSchema, VersionSchema } from './release.ts';

/** ISO 8601. */
const Time = Type.String();

export const PromotedReleaseSchema = Type.Object({
  version: VersionSchema,
  commit: Type.Union([Type.String(), Type.Null()]),
  provenance: Type.Optional(ProvenanceSchema),
  /** When the shell promoted it. */
  since: Time,
});

/** What browsers report of an island: its code did not come, came too late, or crashed. */
export const ISLAND_FAILURES = ['not-loaded', 'late', 'crashed'] as const;

const ReportedRelease = Type.Composite([
  PromotedReleaseSchema,
  Type.Object({
    /** How many islands of it failed in browsers, by how, since the shell started; absent in older shells. */
    failures: Type.Optional(Type.Record(Type.String(), Type.Integer())),
  }),
]);

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
  /** The contract that it was built with: its files by their names; absent in older shells. */
  declarations: Type.Optional(Type.Record(Type.String(), Type.String())),
  /** Versions of the packages that it provides. */
  shared: Type.Record(Type.String(), Type.String()),
});

/** How a shell fares with the operator's list of remotes. */
const RemotesFileReport = Type.Object({
  /** Of the list in force; `null` before the first. */
  serial: Type.Union([Type.Integer(), Type.Null()]),
  /** Why the file is not taken as it is now; `null` when it is. */
  problem: Type.Union([Type.String(), Type.Null()]),
});

/** What `/-/releases` reports of one shell, without secrets: what teams' commands need. */
export const ReleaseReportSchema = Type.Object({
  releaseSet: Type.String(),
  since: Time,
  remotes: Type.Record(
    Type.String(),
    Type.Object({
      live: Type.Union([ReportedRelease, Type.Null()]),
      /** Previous releases, the newest first. */
      previous: Type.Array(ReportedRelease),
      /** What was rejected, the newest first. */
      rejections: Type.Array(Rejection),
    }),
  ),
  contract: ShellContractSchema,
  /** Absent without `REMOTES_FILE`. */
  remotesFile: Type.Optional(RemotesFileReport),
});

export type IslandFailureKind = (typeof ISLAND_FAILURES)[number];
export type Step = Static<typeof StepSchema>;
export type Rejection = Static<typeof Rejection>;
export type PromotedRelease = Static<typeof PromotedReleaseSchema>;
export type RemotesFileReport = Static<typeof RemotesFileReport>;
export type ShellContract = Static<typeof ShellContractSchema>;
export type ReleaseReport = Static<typeof ReleaseReportSchema>;

/** Where a shell reports what is live. */
export const RELEASE_REPORT_PATH = '/-/releases';
