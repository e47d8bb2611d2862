import { pointAt, readHistory, readPointer, previousVersion, type History } from './history';
import { publishedManifest } from './published';
import { settle } from './settle';
import type { Team } from './team';

/** `npm run rollback [-- VERSION]`: points at a version that was published before, by default the one before. */
export async function rollBack(team: Team, args: readonly string[], signal: AbortSignal): Promise<void> {
  const { remote, target, site, say } = team;
  const before = await site.ask();
  const version = await target.exclusively(async () => {
    const [history, current] = [await readHistory(target), await readPointer(target)];
    const wanted = args[0] ?? previousVersion(history, current);
    if (wanted === null) throw new Error(`${remote.folder} has no earlier release to go back to`);
    if (!isKnown(history, wanted) || !(await publishedManifest(target, wanted))) {
      throw new Error(`${remote.folder} has no release ${wanted}; it has ${namesOf(history)}`);
    }
    const moved = await pointAt(target, wanted, 'rollback');
    say(
      moved
        ? `${remote.folder} is rolled back from ${current ?? 'nothing'} to ${wanted}`
        : `${wanted} is current already`,
    );
    return wanted;
  });
  await settle(team, version, before, signal);
}

const isKnown = (history: History, wanted: string) => history.some(({ version }) => version === wanted);

const namesOf = (history: History) =>
  [...new Set(history.map(({ version }) => version))].reverse().join(', ') || 'none';
