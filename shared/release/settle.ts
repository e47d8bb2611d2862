import type { ReleaseReport } from '../contracts/release-report';
import { readPointer } from './history';
import { awaitPromotion } from './promotion';
import type { Team } from './team';

/** Milliseconds that a shell has to ingest a version: longer than its pause after a rejection of the same version. */
const DEADLINE = 45_000;

/**
 * Waits until the site has promoted the version that the pointer names since `started`, and says so. Rejects when
 * the site rejects it or stays silent; `before` is what it said before, a sentence when there is none.
 */
export async function settle(
  { site, remote, target, say }: Team,
  version: string,
  before: ReleaseReport | string,
  signal: AbortSignal,
  deadline = DEADLINE,
): Promise<void> {
  if (typeof before === 'string') {
    say(`No site runs that would ingest it now: ${before}`);
    return;
  }
  const started = Date.now();
  const readCurrent = () => readPointer(target);
  const outcome = await awaitPromotion({
    ...{ site, remote: remote.name, version, before, deadline, signal },
    readPointer: readCurrent,
  });
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  switch (outcome.kind) {
    case 'promoted':
      say(`${version} is live at ${site.url}: promoted in ${seconds} s`);
      return;
    case 'overtaken':
      say(`${outcome.by} was released meanwhile, and is ingested instead of ${version}`);
      return;
    case 'rejected':
      throw new Error(
        `${version} was rejected at ${outcome.step}: ${outcome.reason}; what was live stays live`,
      );
    case 'unknown':
      throw new Error(`${version} is published, but not live after ${seconds} s: ${outcome.why}`);
  }
}
