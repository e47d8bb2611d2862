import { Type, type Static } from '@sinclair/typebox';
import { REMOTE_NAME, REMOTE_NAME_RULE } from './names.ts';

const FileSchema = Type.Object({
  /** Bytes. */
  size: Type.Integer({ minimum: 0 }),
  /** SHA-384 in base64, as `integrity` attributes have it after `sha384-`. */
  sha384: Type.String({ pattern: '^[A-Za-z0-9+/]{64}$' }),
});

/** A hash of the sources. */
export const VersionSchema = Type.String({ pattern: '^[0-9a-f]{12}$' });

/** Origin of a release, for people. */
export const ProvenanceSchema = Type.Object({
  /** Hash of the uncommitted changes, twelve digits; `null` without changes. */
  difference: Type.Union([VersionSchema, Type.Null()]),
  author: Type.String(),
  /** Time of the commit, ISO 8601. */
  committed: Type.String(),
  /** First line of its message. */
  subject: Type.String(),
});

/**
 * `release.json`: what the shell needs to know about one immutable release directory. Paths are relative to the directory.
 */
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
  /** Entry of the build that renders on a server. */
  serverEntry: Type.String(),
  /** Files that an exposed module needs in addition to the entry, by the module's name. */
  modules: Type.Record(
    Type.String(),
    Type.Object({ js: Type.Array(Type.String()), css: Type.Array(Type.String()) }),
  ),
  /** The contract that it was built with: files by name; absent in older releases. */
  declarations: Type.Optional(Type.Record(Type.String(), Type.String())),
  /** Version ranges of the packages that the shell provides. */
  shared: Type.Record(Type.String(), Type.String()),
  files: Type.Record(Type.String(), FileSchema),
});

/** `current.json`: the pointer to a team's live release. */
export const PointerSchema = Type.Object({ version: VersionSchema });

export type ReleaseManifest = Static<typeof ReleaseManifestSchema>;
export type Pointer = Static<typeof PointerSchema>;

/** Names of the files of every origin. */
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

/** File names inside a release. They cannot lead out of its directory. */
export const SAFE_FILE = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/;
