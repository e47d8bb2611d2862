import { isDeepStrictEqual } from 'node:util';
import { Type, type Static } from '@sinclair/typebox';
import { parseChecked } from '@vidlunnia/contracts/checked';
import {
  PointerSchema,
  ORIGIN_FILES,
  ReleaseManifestSchema,
  VersionSchema,
  type ReleaseManifest,
} from '@vidlunnia/contracts/release';
import type { ReleaseTarget } from './release-target';

/** Beside the pointer: every version that it has named. */
export const HISTORY_FILE = 'history.json';

const EntrySchema = Type.Object({
  version: VersionSchema,
  /** When the pointer was moved: ISO 8601. */
  at: Type.String(),
  commit: ReleaseManifestSchema.properties.commit,
  provenance: ReleaseManifestSchema.properties.provenance,
  /** Of all files together. */
  bytes: Type.Integer(),
  kind: Type.Union([Type.Literal('release'), Type.Literal('rollback')]),
});

/** The oldest first. */
const HistorySchema = Type.Array(EntrySchema);

export type HistoryEntry = Static<typeof EntrySchema>;
export type History = readonly HistoryEntry[];

export async function readHistory(target: ReleaseTarget): Promise<History> {
  return parseHistory(await target.read(HISTORY_FILE));
}

export const parseHistory = (bytes: Buffer | null): History =>
  bytes ? parseChecked(HistorySchema, bytes, `${HISTORY_FILE} of the origin`) : [];

/** Version that the pointer names, `null` before the first release. */
export async function readPointer(target: ReleaseTarget): Promise<string | null> {
  return parsePointer(await target.read(ORIGIN_FILES.pointer));
}

const parsePointer = (bytes: Buffer | null): string | null =>
  bytes ? parseChecked(PointerSchema, bytes, `${ORIGIN_FILES.pointer} of the origin`).version : null;

/** A complete release's manifest and signature; `null` when there is none, or one that was never finished. */
export async function publishedManifest(
  target: ReleaseTarget,
  version: string,
): Promise<{ readonly release: ReleaseManifest; readonly bytes: Buffer; readonly signature: string } | null> {
  // The signature is written last: with it, all else is there.
  const signature = await target.read(`${version}/${ORIGIN_FILES.signature}`);
  const bytes = signature && (await target.read(`${version}/${ORIGIN_FILES.manifest}`));
  if (!signature || !bytes) return null;
  const release = parseChecked(ReleaseManifestSchema, bytes, `${ORIGIN_FILES.manifest} of ${version}`);
  return { release, bytes, signature: signature.toString('utf8') };
}

/** Bytes of a release's files together. */
export const sizeOf = ({ files }: ReleaseManifest): number =>
  Object.values(files).reduce((sum, { size }) => sum + size, 0);

/**
 * Points at a version that is published: enters it in the history, which decides between several at once, then moves the
 * pointer to the history's last version. Killed in between it has changed nothing, and the next one moves the pointer. A
 * rollback rejects when the history is no longer as it was `seen`.
 */
export async function pointAt(
  target: ReleaseTarget,
  version: string,
  kind: HistoryEntry['kind'],
  seen?: History,
): Promise<void> {
  const published = await publishedManifest(target, version);
  if (!published) throw new Error(`${version} is not published`);
  const { release } = published;
  const entry = {
    version,
    at: new Date().toISOString(),
    commit: release.commit,
    ...(release.provenance && { provenance: release.provenance }),
    bytes: sizeOf(release),
    kind,
  };
  await target.update(HISTORY_FILE, (bytes) => {
    const history = parseHistory(bytes);
    const isEntered = history.some((each) => each.at === entry.at && each.version === version);
    if (isEntered || history.at(-1)?.version === version) return null;
    if (seen && !isDeepStrictEqual(history, seen))
      throw new Error(
        `The history has changed meanwhile, ${history.at(-1)?.version ?? 'nothing'} is its last version; roll back again`,
      );
    return json([...history, entry]);
  });
  await target.update(ORIGIN_FILES.pointer, async (bytes) => {
    // Read after the pointer: whoever enters another version from now on writes the pointer after us.
    const last = (await readHistory(target)).at(-1)?.version;
    return last === undefined || parsePointer(bytes) === last ? null : json({ version: last });
  });
}

/** The previous version, `null` when there is none. */
export function previousVersion(history: History, current: string | null): string | null {
  const versions = history.map(({ version }) => version);
  // Behind the current one may stand one whose release ended just before the pointer.
  const before = versions.slice(0, Math.max(0, versions.lastIndexOf(current ?? '')));
  return before.findLast((version) => version !== current) ?? null;
}

/** Bytes of a file that says something of an origin. */
export const json = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
