import {
  pointAt,
  previousVersion,
  publishedManifest,
  readHistory,
  readPointer,
  type History,
} from './history';
import { awaitPromotion } from './site';
import type { Team } from './team';

/** `npm run rollback [-- VERSION]`: points at an earlier version, by default the previous one. */
export async function rollBack(team: Team, wanted: string | undefined, signal: AbortSignal): Promise<void> {
  const { remote, target, site, say } = team;
  const before = await site.ask();
  const [history, current] = [await readHistory(target), await readPointer(target)];
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

const isKnown = (history: History, wanted: string) => history.some(({ version }) => version === wanted);

const namesOf = (history: History) =>
  [...new Set(history.map(({ version }) => version))].reverse().join(', ') || 'none';
