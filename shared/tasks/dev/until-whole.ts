import { setTimeout as pause } from 'node:timers/promises';
import { remoteList, type Remote } from '../../environment/topology';
import type { Site } from '../../release/site';

/** Milliseconds between two questions, and for one answer by default. */
const INTERVAL = 100;
const TIMEOUT = 2_000;
/** Of the API, as the site passes it on. */
const API_HEALTH = '/api/health';

/**
 * Resolves when a site shows a release of each of these remotes and its API responds: to nothing, or, when that takes longer than
 * `patience` milliseconds or is `signal`led to end, to what is missing.
 */
export async function untilWhole(
  site: Site,
  patience: number,
  signal: AbortSignal,
  timeout = TIMEOUT,
  remotes: readonly Remote[] = remoteList,
): Promise<string> {
  for (const end = Date.now() + patience; ;) {
    const missing = await whatIsMissing(site, timeout, remotes);
    if (missing === '' || signal.aborted || Date.now() > end) return missing;
    await pause(INTERVAL);
  }
}

async function whatIsMissing(site: Site, timeout: number, remotes: readonly Remote[]): Promise<string> {
  const health = new URL(API_HEALTH, site.url).href;
  // A server that takes another's place may leave a request without any end.
  const late = pause(timeout, null, { ref: false });
  const answer = (await Promise.race([site.ask(), late])) ?? `${site.url} did not answer in time`;
  if (typeof answer === 'string') return answer;
  const absent = remotes.filter(({ name }) => !answer.remotes[name]?.live);
  if (absent.length > 0) return absent.map(({ folder }) => `${folder} has no release yet`).join(', ');
  const isHealthy = fetch(health, { signal: AbortSignal.timeout(timeout) }).then(
    ({ ok }) => ok,
    () => false,
  );
  return (await Promise.race([isHealthy, late])) ? '' : `${health} does not respond`;
}
