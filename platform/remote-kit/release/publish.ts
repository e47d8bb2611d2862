import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Type, type Static } from '@sinclair/typebox';
import { parseChecked } from '@vidlunnia/settings/checked';
import {
  ORIGIN_FILES,
  POINTER_AHEAD_MS,
  PointerSchema,
  ReleaseManifestSchema,
  RolloutSchema,
  VersionSchema,
  type Pointer,
  type ReleaseManifest,
  type Rollout,
} from '@vidlunnia/releases/release';
import { folderStore } from '@vidlunnia/releases/folder-store';
import {
  isPointerSignedBy,
  isSignedBy,
  publicKeyOf,
  sha384Of,
  signManifest,
  signPointer,
} from '@vidlunnia/releases/signature';
import {
  PublishedDifferentlyError,
  versionedStore,
  type ObjectStore,
} from '@vidlunnia/releases/versioned-store';
import { valueOf, type Environment } from '@vidlunnia/settings';
import { messageOf, originFolder, repositoryRoot } from '@vidlunnia/settings/machine';
import { readTopology, type Remote, type RemotePackage } from '@vidlunnia/settings/topology';
import type { Say } from '../process/task';
import { ensureKey, readKey } from './keys';
import type { Team } from './team';

/** Releases that are kept for a rollback. */
const KEPT = 20;

const { manifest: MANIFEST, signature: SIGNATURE } = ORIGIN_FILES;

/** The output of a team's build, ready to be published. */
export interface BuiltRelease {
  readonly release: ReleaseManifest;
  /** The exact bytes of its `release.json`. */
  readonly manifest: Buffer;
  /** A file's bytes. Rejects when they do not match the hash in the release. */
  readonly read: (file: string) => Promise<Buffer>;
}

/** Reads the release that `npm run build` built last. */
export async function readBuiltRelease(remote: RemotePackage): Promise<BuiltRelease> {
  const dist = path.join(remote.directory, 'dist');
  const version = await readFile(path.join(dist, '.version'), 'utf8').catch((cause: unknown) => {
    throw new Error(`${remote.folder} is not built`, { cause });
  });
  const directory = path.join(dist, version);
  const manifestFile = path.join(directory, MANIFEST);
  const manifest = await readFile(manifestFile);
  const release = parseChecked(ReleaseManifestSchema, manifest, manifestFile);
  const read = async (name: string) => {
    const file = path.join(directory, name);
    const bytes = await readFile(file);
    if (sha384Of(bytes) === release.files[name]?.sha384) return bytes;
    throw new Error(`${file} was altered after the build; remove ${directory} and build again`);
  };
  return { release, manifest, read };
}

const HistorySchema = Type.Array(
  Type.Object({
    version: VersionSchema,
    /** When the pointer was moved: ISO 8601, later than in every earlier entry that was not too far ahead. */
    at: Type.String(),
    previous: PointerSchema.properties.previous,
    /** Of the pointer; absent in entries of older commands, which no shell accepts. */
    signature: Type.Optional(Type.String()),
    commit: ReleaseManifestSchema.properties.commit,
    provenance: ReleaseManifestSchema.properties.provenance,
    /** Of all files together. */
    bytes: Type.Integer(),
    kind: Type.Union([Type.Literal('release'), Type.Literal('rollback')]),
    /** `until` is of older commands. */
    rollout: Type.Optional(Type.Union([RolloutSchema, Type.Object({ until: Type.String() })])),
  }),
);

/** The folder that a team's origin on this machine serves. */
export const folderTarget = (remote: Pick<Remote, 'folder'>, environment: Environment): ObjectStore =>
  folderStore(originFolder(remote, environment));

/** Every version that the pointer has named, the oldest first. */
export type History = readonly Static<typeof HistorySchema>[number][];

/** A team's releases at a target. */
export const releasesAt = (target: ObjectStore) =>
  versionedStore(target, HistorySchema, ({ version, previous, rollout, at, signature }) => ({
    ...{ version, at },
    ...(signature !== undefined && { signature }),
    ...(previous && { previous }),
    ...(rollout && { rollout }),
  }));

/** `null` for a pointer that is damaged, or of older commands; the next change of the history replaces it. */
function parsePointer(bytes: Buffer): Pointer | null {
  try {
    return parseChecked(PointerSchema, bytes, ORIGIN_FILES.pointer);
  } catch {
    return null;
  }
}

/** Whether a shell with a right clock accepts this time of a pointer. */
const isAccepted = (at: string) => Date.parse(at) <= Date.now() + POINTER_AHEAD_MS;

/** Whether the pointer names this version, signed with this key, with this rollout, not too far ahead. */
export async function isCurrent(
  target: ObjectStore,
  { name, version }: Pick<ReleaseManifest, 'name' | 'version'>,
  publicKey: string,
  rollout?: Rollout,
): Promise<boolean> {
  const bytes = await target.read(ORIGIN_FILES.pointer);
  const pointer = bytes && parsePointer(bytes);
  return (
    pointer?.version === version &&
    isDeepStrictEqual(pointer.rollout, rollout) &&
    isAccepted(pointer.at) &&
    isPointerSignedBy([publicKey], name, pointer)
  );
}

/**
 * Publishes a build: its manifest, files, signature, history, and last the pointer. Skips existing files. Several may
 * publish at once: the history's last version becomes live. With `until`, it becomes a candidate: its files are kept
 * until then, and history and pointer do not change. With `rollout`, a part of the visitors gets it first. Rejects with
 * `PublishedDifferentlyError` if the version has another manifest; after any rejection, the pointer has not moved.
 */
export async function publish(
  target: ObjectStore,
  { release, manifest, read }: BuiltRelease,
  privateKey: string,
  {
    signal,
    until,
    rollout,
  }: {
    readonly signal?: AbortSignal;
    readonly until?: Date | undefined;
    readonly rollout?: Rollout | undefined;
  } = {},
): Promise<void> {
  const { version, files } = release;
  const isSame = (bytes: Buffer) =>
    isDeepStrictEqual(withoutProvenance(parseManifest(bytes, version)), withoutProvenance(release));
  await releasesAt(target).write({ version, files, manifest, read, isSame }, { signal, until });
  await signPublished(target, version, privateKey);
  if (!until) await pointAt(target, version, 'release', privateKey, { rollout });
}

const parseManifest = (bytes: Buffer, version: string) =>
  parseChecked(ReleaseManifestSchema, bytes, `${MANIFEST} of ${version}`);

const withoutProvenance = (release: ReleaseManifest) => ({ ...release, commit: null, provenance: null });

/** Signs a version with complete files, unless this key has signed it. */
async function signPublished(target: ObjectStore, version: string, privateKey: string): Promise<void> {
  const file = `${version}/${SIGNATURE}`;
  const [manifest, signature] = [await target.read(`${version}/${MANIFEST}`), await target.read(file)];
  if (!manifest) throw new Error(`${version} was removed in the meantime; release again`);
  if (!signature || !isSignedBy([publicKeyOf(privateKey)], manifest, signature.toString('utf8')))
    await target.write(file, Buffer.from(signManifest(manifest, privateKey)));
}

/** A complete release's manifest and signature; `null` when there is none, or an unfinished one. */
export async function publishedManifest(
  target: ObjectStore,
  version: string,
): Promise<{ readonly release: ReleaseManifest; readonly bytes: Buffer; readonly signature: string } | null> {
  // The signature is written last: if it exists, everything else does.
  const signature = await target.read(`${version}/${SIGNATURE}`);
  const bytes = signature && (await target.read(`${version}/${MANIFEST}`));
  if (!signature || !bytes) return null;
  return { release: parseManifest(bytes, version), bytes, signature: signature.toString('utf8') };
}

/**
 * Makes a published version live, with `rollout` for a part of the visitors first. Does nothing if the pointer says so
 * already. With `seen`, rejects if the history has changed since.
 */
export async function pointAt(
  target: ObjectStore,
  version: string,
  kind: History[number]['kind'],
  privateKey: string,
  { seen, rollout }: { readonly seen?: History; readonly rollout?: Rollout | undefined } = {},
): Promise<void> {
  const published = await publishedManifest(target, version);
  if (!published) throw new Error(`${version} is not published`);
  const { name, commit, provenance, files } = published.release;
  if (await isCurrent(target, published.release, publicKeyOf(privateKey), rollout)) return;
  const now = Date.now();
  let entry: History[number] | undefined;
  await releasesAt(target).change((history) => {
    if (entry && history.some(({ signature }) => signature === entry?.signature)) return history;
    const last = history.at(-1);
    if (seen && !isDeepStrictEqual(history, seen))
      throw new Error(
        `The history has changed meanwhile, ${last?.version ?? 'nothing'} is its last version; roll back again`,
      );
    const accepted = history.filter(({ at }) => isAccepted(at));
    const previous = history.findLast((each) => each.version !== version)?.version;
    const pointer = {
      version,
      // Even if another machine's clock was ahead, unless shells refuse its pointers.
      at: new Date(Math.max(now, ...accepted.map(({ at }) => Date.parse(at) + 1))).toISOString(),
      ...(previous && { previous }),
      ...(rollout && { rollout }),
    };
    entry = {
      ...signPointer(name, pointer, privateKey),
      commit,
      ...(provenance && { provenance }),
      bytes: Object.values(files).reduce((sum, { size }) => sum + size, 0),
      kind,
    };
    const isRepeated = last?.version === version && isDeepStrictEqual(last.rollout, rollout);
    return [...(isRepeated ? history.slice(0, -1) : history), entry];
  });
}

/** Removes old releases and reports them. Never rejects: the next release tries again. */
export async function pruneAndSay(target: ObjectStore, say: Say, live?: string): Promise<void> {
  try {
    const gone = await releasesAt(target).prune({ kept: KEPT, live });
    if (gone.length > 0) say(`Removed old releases: ${gone.join(', ')}`);
  } catch (error) {
    say(`Old releases could not be removed, the next release tries again: ${messageOf(error)}`);
  }
}

/**
 * Publishes every team's build to its origin, signed with a key of this machine; makes missing keys. Returns the
 * variables with these keys for a shell; variables that are set are unchanged.
 */
export async function publishAllTeams(
  environment: Environment,
  onLine: (folder: string, line: string) => void,
  read: typeof readBuiltRelease = readBuiltRelease,
): Promise<Record<string, string>> {
  const variables = readTopology(repositoryRoot()).workspaces.map(async (remote) => {
    const { privateKey, publicKey } = await ensureKey(remote, environment);
    const target = folderTarget(remote, environment);
    const say = (line: string) => {
      onLine(remote.folder, line);
    };
    await publishUnlessRolledBack({ target, say }, await read(remote), privateKey);
    return [remote.publicKeyVariable, valueOf(remote.publicKeyVariable, environment) ?? publicKey] as const;
  });
  return Object.fromEntries(await Promise.all(variables));
}

/** `publish` in a release's image: publishes the build in the image, without checks. */
export async function publishTeam(team: Team): Promise<void> {
  const { remote, environment, say } = team;
  const { privateKey } = await readKey(remote, environment);
  if (await publishUnlessRolledBack(team, await readBuiltRelease(remote), privateKey))
    say(`${remote.folder} is published`);
}

/**
 * Publishes a team's build. Resolves to whether the build is current now. Continues a rollout. Skips a version that was
 * rolled back, because a restart must not undo the team's command. If the version is already published with different bytes, from other
 * tools, keep the published ones, because visitors have them.
 */
async function publishUnlessRolledBack(
  { target, say }: Pick<Team, 'target' | 'say'>,
  built: BuiltRelease,
  privateKey: string,
): Promise<boolean> {
  const { version } = built.release;
  await pruneAndSay(target, say);
  // A publication begins a damaged history anew.
  const history = await releasesAt(target)
    .history()
    .catch((): History => []);
  const last = history.at(-1);
  const isOld = history.some((each) => each.version === version);
  if (last?.kind === 'rollback' && last.version !== version && isOld) {
    say(`${version} was rolled back, and ${last.version} stays; release ${version} again to make it live`);
    // The key may be new, or the pointer of older commands.
    await signPublished(target, last.version, privateKey);
    await pointAt(target, last.version, 'rollback', privateKey, { seen: history });
    return false;
  }
  const continued = last?.version === version ? last.rollout : undefined;
  const rollout = continued && 'seconds' in continued ? continued : undefined;
  try {
    await publish(target, built, privateKey, { rollout });
  } catch (error) {
    const isComplete = (await publishedManifest(target, version)) !== null;
    if (!(error instanceof PublishedDifferentlyError) || !isComplete) throw error;
    say(`${error.message}; the site starts with what is published`);
    await signPublished(target, version, privateKey);
    await pointAt(target, version, 'release', privateKey, { rollout });
  }
  return true;
}
