import { getter, type Environment } from '../environment/read-settings';
import { SETTINGS } from '../environment/settings';
import { messageOf } from '../process/errors';
import { HISTORY_FILE, json, readHistory, readPointer, type History } from './history';
import { publishedManifest } from './published';
import { addRemovable, removeRemovable } from './removable';
import type { ReleaseTarget } from './release-target';
import type { Say } from './team';

/** Releases that stay for a rollback, however old they are. */
const KEPT = 20;

export interface Retention {
  /** Milliseconds for which a release stays after another took its place: open tabs may still ask for its files. */
  readonly keepFor: number;
  /** Versions that a site has live, or may go back to. */
  readonly needed?: readonly string[];
  /** Number of releases that stay, however old they are. */
  readonly kept?: number;
}

/** Removes the releases that no pointer, history, site or open tab needs. Gives their versions. */
export const prune = (target: ReleaseTarget, retention: Retention): Promise<string[]> =>
  target.exclusively(async () => {
    const [history, pointer] = [await readHistory(target), await readPointer(target)];
    const old = outOfDate(history, pointer, retention, Date.now());
    if (old.length > 0) {
      const releases = old.map(async (version) => {
        const published = await publishedManifest(target, version);
        return { version, files: Object.keys(published?.release.files ?? {}) };
      });
      await addRemovable(target, await Promise.all(releases));
      const rest = history.filter(({ version }) => !old.includes(version));
      await target.write(HISTORY_FILE, json(rest));
    }
    return removeRemovable(target);
  });

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

/** Prunes by the environment's `RELEASE_KEEP_MS`. Never rejects: what was released is released, and the next one tries again. */
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
