import { pointAt, releasesAt } from './publish';
import { awaitPromotion } from './site';
import type { Team } from './team';

/** `npm run promote -- VERSION`: makes a candidate live; nothing is built or uploaded. */
export async function promote(team: Team, version: string, signal: AbortSignal): Promise<void> {
  const { remote, target, site, say } = team;
  const before = await site.ask();
  const candidates = (await releasesAt(target).candidates()).map((candidate) => candidate.version);
  if (!candidates.includes(version))
    throw new Error(
      `“${version}” is no candidate of ${remote.folder}; it has ${candidates.join(', ') || 'none'}`,
    );
  await pointAt(target, version, 'release');
  say(`${remote.folder} releases ${version}, as it was tried`);
  await awaitPromotion(team, version, before, signal);
}
