import { pointAt } from './history';
import { readCandidates } from './retention';
import { settle } from './settle';
import type { Team } from './team';

/** `npm run promote -- VERSION`: makes a candidate live; nothing is built or uploaded. */
export async function promote(team: Team, args: readonly string[], signal: AbortSignal): Promise<void> {
  const { remote, target, site, say } = team;
  const [wanted] = args;
  const before = await site.ask();
  const candidates = (await readCandidates(target)).map(({ version }) => version);
  const version = candidates.find((each) => each === wanted);
  if (version === undefined) {
    const which = wanted === undefined ? 'Name a candidate' : `${remote.folder} has no candidate ${wanted}`;
    throw new Error(`${which}; it has ${candidates.join(', ') || 'none'}`);
  }
  await pointAt(target, version, 'release');
  say(`${remote.folder} releases ${version}, as it was tried`);
  await settle(team, version, before, signal);
}
