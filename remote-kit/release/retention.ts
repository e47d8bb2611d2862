import { isDeepStrictEqual } from 'node:util';
import { Type } from '@sinclair/typebox';
import { parseChecked } from '@vidlunnia/contracts/checked';
import { ORIGIN_FILES, ReleaseManifestSchema, VersionSchema } from '@vidlunnia/contracts/release';
import { messageOf } from '../process/errors';
import { historyFile, readHistory, readPointer, type History } from './history';
import { jsonFile, type ReleaseTarget } from './release-target';
import type { Say } from './team';

/** Releases that stay for a rollback. */
const KEPT = 20;
/**
 * Milliseconds for which a version stays that the history does not name: somebody may be publishing it, or have read
 * the history before. Clocks of a team's machines must not differ by more than half of it.
 */
export const GRACE = 300_000;

/** Versions that may have files though the history does not name them: no target can list its files. */
const unnamedFile = jsonFile(
  '.unnamed.json',
  Type.Array(
    Type.Object({
      version: VersionSchema,
      /** When somebody last began to work on it: ISO 8601. */
      since: Type.String(),
    }),
  ),
  [],
);

/**
 * Notes versions before their first file is written, or before the history loses them: if the process is killed,
 * `prune` finds their files.
 */
export async function noteUnnamed(target: ReleaseTarget, versions: readonly string[]): Promise<void> {
  const since = new Date().toISOString();
  await unnamedFile.update(target, (known) => {
    const missing = versions.filter(
      (version) => !known.some((each) => each.version === version && each.since >= since),
    );
    const others = known.filter(({ version }) => !missing.includes(version));
    return [...others, ...missing.map((version) => ({ version, since }))];
  });
}

interface Retention {
  /** Version that the site has live, which may be an old one if it rejects the others. */
  readonly live?: string | undefined;
  /** Number of releases that stay. */
  readonly kept?: number;
  /** Milliseconds: `GRACE`, if not given. */
  readonly grace?: number;
}

/**
 * Takes old releases out of the history, and removes the files of versions that the history has not named for `grace`.
 * Open tabs do not need them: shells serve their own copies. Returns the versions that were removed. If it is
 * interrupted, the next call continues.
 */
export async function prune(
  target: ReleaseTarget,
  { live, kept = KEPT, grace = GRACE }: Retention = {},
): Promise<string[]> {
  const current = [await readPointer(target), live];
  const old = oldReleases(await readHistory(target), current, kept);
  if (old.length > 0) {
    await noteUnnamed(target, old);
    await historyFile.update(target, (history) => {
      const going = oldReleases(history, current, kept).filter((version) => old.includes(version));
      return history.filter(({ version }) => !going.includes(version));
    });
  }
  const now = Date.now();
  const unnamed = await unnamedFile.read(target);
  const due = unnamed.filter(({ since }) => now - Date.parse(since) >= grace);
  if (due.length === 0) return [];
  const named = [await readPointer(target), ...(await readHistory(target)).map(({ version }) => version)];
  const gone = due.map(({ version }) => version).filter((version) => !named.includes(version));
  for (const version of gone) await removeRelease(target, version);
  await unnamedFile.update(target, (known) =>
    known.filter((each) => !due.some((one) => isDeepStrictEqual(one, each))),
  );
  return gone;
}

/** Removes the signature first, without which a release is not there, and the manifest last: it names the files. */
async function removeRelease(target: ReleaseTarget, version: string): Promise<void> {
  const manifest = await target.read(`${version}/${ORIGIN_FILES.manifest}`);
  if (!manifest) return;
  const { files } = parseChecked(ReleaseManifestSchema, manifest, `${ORIGIN_FILES.manifest} of ${version}`);
  for (const file of [ORIGIN_FILES.signature, ...Object.keys(files), ORIGIN_FILES.manifest])
    await target.remove(`${version}/${file}`);
}

/** Versions of a history that are neither current nor among the last, the oldest first. */
export function oldReleases(
  history: History,
  current: readonly (string | null | undefined)[],
  kept: number,
): string[] {
  // A version that was named again counts from then.
  const newestFirst = new Set(history.map(({ version }) => version).reverse());
  return [...newestFirst]
    .slice(kept)
    .filter((version) => !current.includes(version))
    .reverse();
}

/** Prunes, and says what was removed. Never rejects: the next release tries again. */
export async function pruneAndSay(target: ReleaseTarget, say: Say, live?: string): Promise<void> {
  try {
    const gone = await prune(target, { live });
    if (gone.length > 0) say(`Removed what nobody needs any more: ${gone.join(', ')}`);
  } catch (error) {
    say(`Old releases could not be removed, the next release tries again: ${messageOf(error)}`);
  }
}
