import { isDeepStrictEqual } from 'node:util';
import { Type, type Static } from '@sinclair/typebox';
import {
  PointerSchema,
  ORIGIN_FILES,
  ReleaseManifestSchema,
  VersionSchema,
  type ReleaseManifest,
} from '@vidlunnia/contracts/release';
import { parseChecked } from '@vidlunnia/contracts/checked';
import { jsonFile, type ReleaseTarget } from './release-target';

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

export type HistoryEntry = Static<typeof EntrySchema>;
/** The oldest first. */
export type History = readonly HistoryEntry[];

/** The history, beside the pointer: every version that the pointer has named. */
export const historyFile = jsonFile('history.json', Type.Array(EntrySchema), []);

const pointerFile = jsonFile(ORIGIN_FILES.pointer, PointerSchema, null);

export const readHistory = (target: ReleaseTarget): Promise<History> => historyFile.read(target);

/** The version that the pointer names; `null` before the first release. */
export const readPointer = async (target: ReleaseTarget): Promise<string | null> =>
  (await pointerFile.read(target))?.version ?? null;

/** A complete release's manifest and signature; `null` when there is none, or an unfinished one. */
export async function publishedManifest(
  target: ReleaseTarget,
  version: string,
): Promise<{ readonly release: ReleaseManifest; readonly bytes: Buffer; readonly signature: string } | null> {
  // The signature is written last: if it exists, everything else does.
  const signature = await target.read(`${version}/${ORIGIN_FILES.signature}`);
  const bytes = signature && (await target.read(`${version}/${ORIGIN_FILES.manifest}`));
  if (!signature || !bytes) return null;
  const release = parseChecked(ReleaseManifestSchema, bytes, `${ORIGIN_FILES.manifest} of ${version}`);
  return { release, bytes, signature: signature.toString('utf8') };
}

/** Total size of a release's files in bytes. */
export const sizeOf = ({ files }: ReleaseManifest): number =>
  Object.values(files).reduce((sum, { size }) => sum + size, 0);

/**
 * Points at a published version: adds it to the history, which decides between concurrent calls, then moves the pointer
 * to the history's last version. If it is killed in between, nothing has changed, and the next call moves the pointer.
 * A rollback rejects when the history has changed since it was `seen`.
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
  await historyFile.update(target, (history) => {
    const isEntered = history.some((each) => each.at === entry.at && each.version === version);
    if (isEntered || history.at(-1)?.version === version) return history;
    if (seen && !isDeepStrictEqual(history, seen))
      throw new Error(
        `The history has changed meanwhile, ${history.at(-1)?.version ?? 'nothing'} is its last version; roll back again`,
      );
    return [...history, entry];
  });
  await pointerFile.update(target, async (pointer) => {
    // Read after the pointer: a later addition to the history writes the pointer after this one.
    const last = (await readHistory(target)).at(-1);
    return last ? { version: last.version } : pointer;
  });
}

/** The previous version, `null` when there is none. */
export function previousVersion(history: History, current: string | null): string | null {
  const versions = history.map(({ version }) => version);
  // The last version may not be current yet: its release ended just before it moved the pointer.
  const before = versions.slice(0, Math.max(0, versions.lastIndexOf(current ?? '')));
  return before.findLast((version) => version !== current) ?? null;
}
