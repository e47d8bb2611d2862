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

/** Island failures that browsers report: code did not load, was too late, or crashed. */
export const ISLAND_FAILURES = ['not-loaded', 'late', 'crashed'] as const;

const ReportedRelease = Type.Composite([
  PromotedReleaseSchema,
  Type.Object({
    /** Number of failed islands in browsers, by kind, since the shell started; absent in older shells. */
    failures: Type.Optional(Type.Record(Type.String(), Type.Integer())),
  }),
]);

/** The steps by which a shell ingests a release; each may reject it. */
export const StepSchema = Type.Union(
  (['discover', 'download', 'verify', 'render-test', 'promote'] as const).map((step) => Type.Literal(step)),
);

const Rejection = Type.Object({
  /** `null` when the pointer had none. */
  version: Type.Union([VersionSchema, Type.Null()]),
  step: StepSchema,
  reason: Type.String(),
  /** Time of the last rejection. */
  at: Time,
});

/** The contract of a shell, which releases must match. */
export const ShellContractSchema = Type.Object({
  /** Contract versions that it accepts. */
  versions: Type.Array(Type.Integer()),
  /** Modules that it requires of each remote. */
  modules: Type.Record(Type.String(), Type.Array(Type.String())),
  /** The contract that it was built with: files by name; absent in older shells. */
  declarations: Type.Optional(Type.Record(Type.String(), Type.String())),
  /** Versions of the packages that it provides. */
  shared: Type.Record(Type.String(), Type.String()),
});

/** The report of one shell at `/-/releases`, without secrets: everything that teams' commands need. */
export const ReleaseReportSchema = Type.Object({
  releaseSet: Type.String(),
  since: Time,
  remotes: Type.Record(
    Type.String(),
    Type.Object({
      live: Type.Union([ReportedRelease, Type.Null()]),
      /** Previous releases, the newest first. */
      previous: Type.Array(ReportedRelease),
      /** Rejections, the newest first. */
      rejections: Type.Array(Rejection),
    }),
  ),
  contract: ShellContractSchema,
  /** Version of the content that pages show; `null` when the API has none. Absent in older shells. */
  content: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  /** Why the operator's list of remotes is not in force; `null` when it is; absent without `REMOTES_FILE`. */
  remotesFileProblem: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});

export type IslandFailureKind = (typeof ISLAND_FAILURES)[number];
export type Step = Static<typeof StepSchema>;
export type Rejection = Static<typeof Rejection>;
export type PromotedRelease = Static<typeof PromotedReleaseSchema>;
export type ShellContract = Static<typeof ShellContractSchema>;
export type ReleaseReport = Static<typeof ReleaseReportSchema>;

/** Address of a shell's report about its live releases. */
export const RELEASE_REPORT_PATH = '/-/releases';
