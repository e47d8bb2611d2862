import { setTimeout as pause } from 'node:timers/promises';
import type { ReleaseReport } from '@vidlunnia/contracts/release-report';
import { releasesAt } from './publish';
import type { Team } from './team';

/** Milliseconds for a shell to ingest a version: longer than its pause after it rejected the same version. */
const DEADLINE = 45_000;
/** Milliseconds between two requests. */
const INTERVAL = 100;

type State = ReleaseReport['remotes'][string];

/**
 * Waits until the site has promoted a published version, and reports it. Rejects when the site rejects it or does not
 * respond; `before` is the site's earlier report, or a sentence when there was none.
 */
export async function awaitPromotion(
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
  const seconds = () => ((Date.now() - started) / 1000).toFixed(1);
  // Compared with the earlier report, since the clock of this machine may differ.
  const known = rejectionOf(before.remotes[remote.name], version)?.at;
  for (;;) {
    const answer = await site.ask();
    const state = typeof answer === 'string' ? undefined : answer.remotes[remote.name];
    if (state?.live?.version === version) {
      say(`${version} is live at ${site.url}: promoted in ${seconds()} s`);
      return;
    }
    const rejection = rejectionOf(state, version);
    if (rejection && rejection.at !== known)
      throw new Error(
        `${version} was rejected at ${rejection.step}: ${rejection.reason}; what was live stays live`,
      );
    const pointer = await releasesAt(target).current();
    if (pointer !== null && pointer !== version) {
      say(`${pointer} was released meanwhile, and is ingested instead of ${version}`);
      return;
    }
    if (Date.now() - started >= deadline) {
      const why = typeof answer === 'string' ? answer : silence(state, version);
      throw new Error(`${version} is published, but not live after ${seconds()} s: ${why}`);
    }
    await pause(INTERVAL, undefined, { signal });
  }
}

const rejectionOf = (state: State | undefined, version: string | null) =>
  state?.rejections.find((rejection) => rejection.version === version);

function silence(state: State | undefined, version: string): string {
  // A rejection without a version: the pointer could not be read.
  const rejection = rejectionOf(state, version) ?? rejectionOf(state, null);
  if (rejection) return `the shell said last, at ${rejection.step}: ${rejection.reason}`;
  return `${state?.live?.version ?? 'nothing'} is live still`;
}
