import { Type, type Static } from '@sinclair/typebox';
import { REMOTE_NAME, REMOTE_NAME_RULE } from '@vidlunnia/settings/topology';

const FileSchema = Type.Object({
  /** Bytes. */
  size: Type.Integer({ minimum: 0 }),
  /** SHA-384 in base64, as `integrity` attributes have it after `sha384-`. */
  sha384: Type.String({ pattern: '^[A-Za-z0-9+/]{64}$' }),
});

/** The version: a hash of the sources. */
export const VersionSchema = Type.String({ pattern: '^[0-9a-f]{12}$' });

/** The sources of a release, for people. */
export const ProvenanceSchema = Type.Object({
  /** Hash of the uncommitted changes, twelve digits; `null` without changes. */
  difference: Type.Union([VersionSchema, Type.Null()]),
  author: Type.String(),
  /** Time of the commit, ISO 8601. */
  committed: Type.String(),
  /** First line of its message. */
  subject: Type.String(),
});

/** Entry of every build that renders on a server. */
export const SERVER_ENTRY = 'server/remoteEntry.js';

/** `release.json`: the manifest of an immutable release directory. Paths are relative to the directory. */
export const ReleaseManifestSchema = Type.Object({
  name: Type.String({ pattern: REMOTE_NAME.source, rule: REMOTE_NAME_RULE }),
  version: VersionSchema,
  /** The commit, for people; `null` outside a repository. */
  commit: Type.Union([Type.String({ pattern: '^[0-9a-f]{40}$' }), Type.Null()]),
  /** Absent outside a repository, and in older releases. */
  provenance: Type.Optional(ProvenanceSchema),
  /** Contract version that the remote was built against. */
  contract: Type.Integer(),
  /** Name of the release's federation container. It contains the version, so one page can have two releases. */
  container: Type.String({ pattern: '^[a-z][a-z0-9]+_[0-9a-f]{12}$' }),
  /** Entry of the browser build. */
  entry: Type.String(),
  serverEntry: Type.Literal(SERVER_ENTRY),
  /** Files that an exposed module needs in addition to the entry, by the module's name. */
  modules: Type.Record(
    Type.String(),
    Type.Object({ js: Type.Array(Type.String()), css: Type.Array(Type.String()) }),
  ),
  /** The contract of its build: files by name; absent in older releases. */
  declarations: Type.Optional(Type.Record(Type.String(), Type.String())),
  /** Version ranges of the packages that the host provides. */
  shared: Type.Record(Type.String(), Type.String()),
  files: Type.Record(Type.String(), FileSchema),
});

/** ISO 8601. */
const Time = Type.String();

/** ISO 8601 with milliseconds, so that texts compare like times. */
export const Instant = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$' });

/** A rollout: a release goes to a share of the visitors first. */
export const RolloutSchema = Type.Object({
  /** Share of visitors who get the release. */
  percent: Type.Integer({ minimum: 1, maximum: 99 }),
  /** How long, from the moment when a shell first sees it. */
  seconds: Type.Integer({ minimum: 1, maximum: 86_400 }),
  /** Counted visitors of the release before it becomes live for all, also after that time. */
  visitors: Type.Integer({ minimum: 1, maximum: 100_000 }),
});

/** How far a pointer may be ahead of a shell's clock; milliseconds. */
export const POINTER_AHEAD_MS = 600_000;

/** `current.json`: the pointer to a team's live release, or to a release in a rollout, signed with the team's key. */
export const PointerSchema = Type.Object({
  version: VersionSchema,
  /** The version before it, for a shell that has nothing live and may not promote `version`. */
  previous: Type.Optional(VersionSchema),
  rollout: Type.Optional(RolloutSchema),
  /** Later than in every earlier pointer, except in those of a clock that was too far ahead; a shell refuses a pointer that is older than one it has seen. */
  at: Instant,
  /** Ed25519 in base64 (`signPointer`). */
  signature: Type.String(),
});

/** `current.json` of older commands, which signed no pointer. */
export const UnsignedPointerSchema = Type.Object({
  ...Type.Pick(PointerSchema, ['version', 'previous']).properties,
  /** `until` is when the release was to become live for all visitors. */
  rollout: Type.Optional(Type.Object({ until: Instant })),
  signature: Type.Optional(Type.Never()),
});

export type ReleaseManifest = Static<typeof ReleaseManifestSchema>;
export type Pointer = Static<typeof PointerSchema>;

/** File names at every origin. */
export const ORIGIN_FILES = {
  pointer: 'current.json',
  /** In a release's directory. */
  manifest: 'release.json',
  /** Next to the manifest: the team's Ed25519 signature of the manifest's bytes, in base64. */
  signature: 'release.json.sig',
} as const;

/** Limits of a release, several times the normal size. */
export const RELEASE_LIMITS = {
  files: 500,
  /** Bytes of all files together. */
  bytes: 32 * 1024 * 1024,
  /** Bytes of `release.json`. */
  manifest: 256 * 1024,
} as const;

/** File names inside a release; they cannot lead out of its directory. */
export const SAFE_FILE = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/;

export const PromotedReleaseSchema = Type.Object({
  version: VersionSchema,
  commit: Type.Union([Type.String(), Type.Null()]),
  provenance: Type.Optional(ProvenanceSchema),
  /** When the host promoted it. */
  since: Time,
});

/** Upper bound of the bucket with the 75th percentile, in milliseconds. `null` without measurements. */
const Percentile = Type.Union([Type.Number(), Type.Null()]);

/** Visitors and failures of a release in all shells: during its comparison, otherwise in the last week. */
export const VisitsSchema = Type.Object({
  /** Number of addresses (IPv6: prefixes of 48 bits). Each shell counts one once a day, and anew in a comparison. */
  visitors: Type.Integer(),
  /** Visitors with a failure. */
  failing: Type.Integer(),
  /** Largest Contentful Paint. */
  lcp: Percentile,
  /** Interaction to Next Paint. */
  inp: Percentile,
});

const ReportedRelease = Type.Composite([
  PromotedReleaseSchema,
  Type.Object({
    /** Absent while the API does not respond, and in older shells. */
    visits: Type.Optional(VisitsSchema),
  }),
]);

/** A release in a rollout; `since` is the rollout's start at this shell. */
const PartialReleaseSchema = Type.Composite([
  ReportedRelease,
  Type.Object({
    rollout: Type.Object({
      percent: RolloutSchema.properties.percent,
      /** When the release becomes live for all visitors, unless it is withdrawn or undecided. */
      until: Instant,
      /** Counted visitors that it needs; absent in older shells. */
      visitors: Type.Optional(RolloutSchema.properties.visitors),
      /** Present when its time has passed with too few counted visitors, so it keeps its share. */
      undecided: Type.Optional(Type.Literal(true)),
    }),
  }),
]);

/** Steps of a shell's ingest; each may reject the release. At `visitors`, failures of visitors withdraw it. */
export const StepSchema = Type.Union(
  (['discover', 'download', 'verify', 'render-test', 'promote', 'visitors'] as const).map((step) =>
    Type.Literal(step),
  ),
);

export const RejectionSchema = Type.Object({
  /** `null` when the pointer had no version. */
  version: Type.Union([VersionSchema, Type.Null()]),
  step: StepSchema,
  reason: Type.String(),
  /** Time of the last rejection. */
  at: Time,
});

/** The contract of a shell, which releases must fit. */
export const ShellContractSchema = Type.Object({
  /** Contract versions that it accepts. */
  versions: Type.Array(Type.Integer()),
  /** Modules that it requires of each remote. */
  modules: Type.Record(Type.String(), Type.Array(Type.String())),
  /** The contract of its build: files by name; absent in older shells. */
  declarations: Type.Optional(Type.Record(Type.String(), Type.String())),
  /** Versions of the packages that it provides. */
  shared: Type.Record(Type.String(), Type.String()),
});

/** The public report of one shell at `/-/releases`, for teams' commands. */
export const ReleaseReportSchema = Type.Object({
  releaseSet: Type.String(),
  since: Time,
  remotes: Type.Record(
    Type.String(),
    Type.Object({
      live: Type.Union([ReportedRelease, Type.Null()]),
      /** The release in a rollout; absent without one, and in older shells. */
      partial: Type.Optional(PartialReleaseSchema),
      /** Previous releases, newest first. */
      previous: Type.Array(ReportedRelease),
      /** Rejections, newest first. */
      rejections: Type.Array(RejectionSchema),
    }),
  ),
  contract: ShellContractSchema,
  /** Version of the content that pages show; `null` when the API has none. Absent in older shells. */
  content: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  /** Why the operator's list of remotes is not in force; `null` when it is in force; absent without `REMOTES_FILE`. */
  remotesFileProblem: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});

export type Rollout = Static<typeof RolloutSchema>;
export type Visits = Static<typeof VisitsSchema>;
export type Step = Static<typeof StepSchema>;
export type Rejection = Static<typeof RejectionSchema>;
export type PromotedRelease = Static<typeof PromotedReleaseSchema>;
export type PartialRelease = Static<typeof PartialReleaseSchema>;
export type ShellContract = Static<typeof ShellContractSchema>;
export type ReleaseReport = Static<typeof ReleaseReportSchema>;

/** Address of a shell's report about its live releases. */
export const RELEASE_REPORT_PATH = '/-/releases';
