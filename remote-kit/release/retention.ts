import { isDeepStrictEqual } from 'node:util';
import { Type } from '@sinclair/typebox';
import { parseChecked } from '@vidlunnia/contracts/checked';
import { ORIGIN_FILES, ReleaseManifestSchema, VersionSchema } from '@vidlunnia/contracts/release';
import { messageOf } from '@vidlunnia/settings/errors';
import { historyFile, readHistory, readPointer, type History } from './history';
import { jsonFile, type ReleaseTarget } from './release-target';
import type { Say } from './team';

/** Releases that are kept for a rollback. */
const KEPT = 20;
/** Candidates that are kept at the same time; the oldest ones end early. */
const CANDIDATES = 20;
/**
 * Milliseconds for which a version outside the history is kept: another process may be publishing it, or have read an
 * older history. Clocks of a team's machines must not differ by more than half of it.
 */
export const GRACE = 300_000;

/** Versions that may have files although the history does not name them: no target can list its files. */
const unnamedFile = jsonFile(
  '.unnamed.json',
  Type.Array(
    Type.Object({
      version: VersionSchema,
      /** From when nothing needs it: when a process last began to work on it, or when it ends as a candidate. ISO 8601. */
      since: Type.String(),
    }),
  ),
  [],
);

type Notes = Awaited<ReturnType<typeof unnamedFile.read>>;

const candidatesIn = (notes: Notes) => notes.filter(({ since }) => Date.parse(since) > Date.now());

/** The versions that are published for previews only, and until when; the newest first. */
export const readCandidates = async (target: ReleaseTarget) =>
  candidatesIn(await unnamedFile.read(target))
    .map(({ version, since }) => ({ version, until: since }))
    .reverse();

/**
 * Notes versions before their first file is written, or before they leave the history: if the process is killed,
 * `prune` still finds their files. With a time to come, they are candidates until then, or until the later time that is
 * noted already.
 */
export async function noteUnnamed(
  target: ReleaseTarget,
  versions: readonly string[],
  until = new Date(),
): Promise<void> {
  const now = new Date().toISOString();
  const since = until.toISOString();
  await unnamedFile.update(target, (known) => {
    const missing = versions.filter(
      (version) => !known.some((each) => each.version === version && each.since >= since),
    );
    const others = known.filter(({ version }) => !missing.includes(version));
    const notes = [...others, ...missing.map((version) => ({ version, since }))];
    const ended = candidatesIn(notes).slice(0, -CANDIDATES);
    return notes.map((each) => (ended.includes(each) ? { ...each, since: now } : each));
  });
}

interface Retention {
  /** Version that is live on the site: an old one, if the site rejects newer ones. */
  readonly live?: string | undefined;
  /** Number of releases to keep. */
  readonly kept?: number;
  /** Milliseconds; `GRACE` by default. */
  readonly grace?: number;
}

/**
 * Removes old releases from the history, and the files of versions that have not been in the history for `grace`, or
 * candidates until then. Open tabs do not need them: shells serve their own copies. Returns the removed versions. After
 * an interruption, the next call continues.
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

/**
 * Removes the signature first, so that the release no longer exists, and the manifest last, since it lists the files.
 */
async function removeRelease(target: ReleaseTarget, version: string): Promise<void> {
  const manifest = await target.read(`${version}/${ORIGIN_FILES.manifest}`);
  if (!manifest) return;
  const { files } = parseChecked(ReleaseManifestSchema, manifest, `${ORIGIN_FILES.manifest} of ${version}`);
  for (const file of [ORIGIN_FILES.signature, ...Object.keys(files), ORIGIN_FILES.manifest])
    await target.remove(`${version}/${file}`);
}

/** Versions of a history that are neither current nor among the newest, the oldest first. */
export function oldReleases(
  history: History,
  current: readonly (string | null | undefined)[],
  kept: number,
): string[] {
  // A repeated version counts from its last entry.
  const newestFirst = new Set(history.map(({ version }) => version).reverse());
  return [...newestFirst]
    .slice(kept)
    .filter((version) => !current.includes(version))
    .reverse();
}

/** Prunes and reports the removed versions. Never rejects: the next release tries again. */
export async function pruneAndSay(target: ReleaseTarget, say: Say, live?: string): Promise<void> {
  try {
    const gone = await prune(target, { live });
    if (gone.length > 0) say(`Removed old releases: ${gone.join(', ')}`);
  } catch (error) {
    say(`Old releases could not be removed, the next release tries again: ${messageOf(error)}`);
  }
}
