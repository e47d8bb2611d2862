import { pointAt, publishedManifest, releasesAt, type History } from './publish';
import { awaitPromotion } from './site';
import type { Team } from './team';

/** `npm run rollback [-- VERSION]`: points at an earlier version, by default the previous one. */
export async function rollBack(team: Team, wanted: string | undefined, signal: AbortSignal): Promise<void> {
  const { remote, target, site, say } = team;
  const before = await site.ask();
  const releases = releasesAt(target);
  const [history, current] = [await releases.history(), await releases.current()];
  const version = wanted ?? previousVersion(history, current);
  if (version === null) throw new Error(`${remote.folder} has no earlier release to go back to`);
  if (!isKnown(history, version) || !(await publishedManifest(target, version)))
    throw new Error(`${remote.folder} has no release ${version}; it has ${namesOf(history)}`);
  if (version === current) say(`${version} is current already`);
  else {
    await pointAt(target, version, 'rollback', history);
    say(`${remote.folder} is rolled back from ${current ?? 'nothing'} to ${version}`);
  }
  await awaitPromotion(team, version, before, signal);
}

/** The previous version, `null` when there is none. */
export function previousVersion(
  history: readonly { readonly version: string }[],
  current: string | null,
): string | null {
  const versions = history.map(({ version }) => version);
  // The last version may not be current yet: its release ended just before it moved the pointer.
  const before = versions.slice(0, Math.max(0, versions.lastIndexOf(current ?? '')));
  return before.findLast((version) => version !== current) ?? null;
}

const isKnown = (history: History, wanted: string) => history.some(({ version }) => version === wanted);

const namesOf = (history: History) =>
  [...new Set(history.map(({ version }) => version))].reverse().join(', ') || 'none';
