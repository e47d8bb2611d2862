import { isDeepStrictEqual } from 'node:util';
import { Type } from '@sinclair/typebox';
import { parseChecked } from '@vidlunnia/contracts/checked';
import { ORIGIN_FILES, ReleaseManifestSchema, VersionSchema } from '@vidlunnia/contracts/release';
import { getter, type Environment } from '../environment/read-settings';
import { SETTINGS } from '../environment/settings';
import { messageOf } from '../process/errors';
import { historyFile, readHistory, readPointer, type History } from './history';
import { jsonFile, type ReleaseTarget } from './release-target';
import type { Say } from './team';

/** Releases that stay for a rollback, however old they are. */
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

export interface Retention {
  /** Milliseconds for which a release stays after another took its place: open tabs may still ask for its files. */
  readonly keepFor: number;
  /** Versions that a site has live, or may go back to. */
  readonly needed?: readonly string[];
  /** Number of releases that stay, however old they are. */
  readonly kept?: number;
  /** Milliseconds: `GRACE`, if not given. */
  readonly grace?: number;
}

/**
 * Takes the releases out of the history that no pointer, site or open tab needs, and removes the files of versions that
 * the history has not named for `grace`. Returns the versions that were removed. If it is interrupted, the next call
 * continues.
 */
export async function prune(target: ReleaseTarget, retention: Retention): Promise<string[]> {
  const pointer = await readPointer(target);
  const stale = (history: History) => outOfDate(history, pointer, retention, Date.now());
  const old = stale(await readHistory(target));
  if (old.length > 0) {
    await noteUnnamed(target, old);
    await historyFile.update(target, (history) => {
      const going = stale(history).filter((version) => old.includes(version));
      return history.filter(({ version }) => !going.includes(version));
    });
  }
  const { grace = GRACE } = retention;
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

/** Versions of a history that nobody needs at `now`, the oldest first. */
export function outOfDate(
  history: History,
  pointer: string | null,
  { keepFor, needed = [], kept = KEPT }: Retention,
  now: number,
): string[] {
  /** When each version was replaced the last time; none for the one that is current. */
  const replaced = new Map<string, number>();
  for (const [index, { version }] of history.entries()) {
    // A version that is named again has its place behind the others.
    replaced.delete(version);
    replaced.set(version, Date.parse(history[index + 1]?.at ?? '') || Infinity);
  }
  const recent = [...replaced.keys()].slice(-kept);
  const stays = new Set([pointer, ...needed, ...recent]);
  return [...replaced]
    .filter(([version, since]) => !stays.has(version) && since <= now - keepFor)
    .map(([version]) => version);
}

/** Prunes by the environment's `RELEASE_KEEP_MS`. Never rejects: the next release tries again. */
export async function pruneAsSet(
  target: ReleaseTarget,
  environment: Environment,
  say: Say,
  needed: readonly string[] = [],
): Promise<void> {
  try {
    const gone = await prune(target, { keepFor: getter(environment)(SETTINGS.releaseKeep), needed });
    if (gone.length > 0) say(`Removed what nobody needs any more: ${gone.join(', ')}`);
  } catch (error) {
    say(`Old releases could not be removed, the next release tries again: ${messageOf(error)}`);
  }
}
