import { getter, type Environment } from '../environment/read-settings';
import { SETTINGS } from '../environment/settings';
import { messageOf } from '../process/errors';
import { ORIGIN_FILES } from '@vidlunnia/contracts/release';
import { claim, claimHere, forget, isExpired, LEASE, readClaims, removal } from './claims';
import { HISTORY_FILE, json, parseHistory, readHistory, readPointer, type History } from './history';
import { publishedManifest } from './published';
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
  /** Milliseconds for which nobody touches what somebody else works on. */
  readonly lease?: number;
}

/**
 * Removes the releases that no pointer, history, site or open tab needs, and what killed releases left. Gives their
 * versions. They are claimed first, so that nobody publishes them now, then leave the history, and then go; ended before
 * its end it is done again by the next one.
 */
export async function prune(target: ReleaseTarget, retention: Retention): Promise<string[]> {
  const started = Date.now();
  const [work, lease] = [removal(), retention.lease ?? LEASE];
  const [claims, history, pointer] = [
    await readClaims(target),
    await readHistory(target),
    await readPointer(target),
  ];
  const left = claims.filter((each) => isExpired(each, lease) && !isNamed(each.version, history, pointer));
  const old = outOfDate(history, pointer, retention, started);
  const files = new Map(left.map((each) => [each.version, each.files]));
  for (const version of old) files.set(version, await filesOf(target, version));
  const wanted = [...files].map(([version, names]) => claimHere(version, work, names));
  const others = await claim(target, wanted, lease);
  const going = wanted.filter(({ version }) => !others.some((other) => other.version === version));

  await target.update(HISTORY_FILE, (bytes) => {
    const now = parseHistory(bytes);
    const stale = outOfDate(now, pointer, retention, started);
    const rest = now.filter(
      ({ version }) => !stale.includes(version) || !going.some((each) => each.version === version),
    );
    return rest.length < now.length ? json(rest) : null;
  });
  const [named, current] = [await readHistory(target), await readPointer(target)];
  const gone: string[] = [];
  for (const { version, files } of going.filter((each) => !isNamed(each.version, named, current))) {
    // Without its signature a release is not there.
    for (const file of [ORIGIN_FILES.signature, ...files, ORIGIN_FILES.manifest]) {
      // Past its lease somebody may publish it again.
      if (Date.now() - started > LEASE / 2) throw new Error(`${version} took too long`);
      await target.remove(`${version}/${file}`);
    }
    gone.push(version);
  }
  await forget(
    target,
    (each) => each.work === work || (isExpired(each, lease) && isNamed(each.version, named, current)),
  );
  return gone;
}

const isNamed = (version: string, history: History, pointer: string | null) =>
  version === pointer || history.some((entry) => entry.version === version);

const filesOf = async (target: ReleaseTarget, version: string) =>
  Object.keys((await publishedManifest(target, version))?.release.files ?? {});

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
