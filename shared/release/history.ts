import { Type, type Static } from '@sinclair/typebox';
import { parseChecked } from '../contracts/checked';
import { PointerSchema, ORIGIN_FILES, ReleaseManifestSchema, VersionSchema } from '../contracts/release';
import { publishedManifest, sizeOf } from './published';
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
  const bytes = await target.read(HISTORY_FILE);
  return bytes ? parseChecked(HistorySchema, bytes, `${HISTORY_FILE} of the origin`) : [];
}

/** Version that the pointer names, `null` before the first release. */
export async function readPointer(target: ReleaseTarget): Promise<string | null> {
  const bytes = await target.read(ORIGIN_FILES.pointer);
  if (!bytes) return null;
  return parseChecked(PointerSchema, bytes, `${ORIGIN_FILES.pointer} of the origin`).version;
}

/**
 * Points at a version that is published, unless the pointer names it already; nobody else may move it meanwhile. The
 * pointer is last: whatever ends this before it, nothing has changed. Resolves to whether it was moved; rejects when
 * the version is not there whole.
 */
export async function pointAt(
  target: ReleaseTarget,
  version: string,
  kind: HistoryEntry['kind'],
): Promise<boolean> {
  const published = await publishedManifest(target, version);
  if (!published) throw new Error(`${version} is not published`);
  if ((await readPointer(target)) === version) return false;
  const { release } = published;
  const entry = {
    version,
    at: new Date().toISOString(),
    commit: release.commit,
    ...(release.provenance && { provenance: release.provenance }),
    bytes: sizeOf(release),
    kind,
  };
  await target.write(HISTORY_FILE, json([...(await readHistory(target)), entry]));
  await target.write(ORIGIN_FILES.pointer, json({ version }));
  return true;
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
