import { setTimeout as pause } from 'node:timers/promises';
import { Value } from '@sinclair/typebox/value';
import { schemaProblems } from '@vidlunnia/contracts/checked';
import { type Environment, getter, siteUrlOf } from '@vidlunnia/settings';
import { RELEASE_REPORT_PATH, ReleaseReportSchema, type ReleaseReport } from '@vidlunnia/contracts/release';
import { reasonOf } from '@vidlunnia/settings/errors';
import { releasesAt } from './publish';
import type { Team } from './team';

/** Milliseconds for one response. */
const TIMEOUT = 2_000;

/** A running site that reports its live releases. */
export interface Site {
  readonly url: string;
  /** The shell's report, or a sentence why there is none. Never rejects. */
  ask(): Promise<ReleaseReport | string>;
}

/** The site at `SITE_URL`, else on this machine at the shell's port. Throws when a variable has a wrong value. */
export function siteOf(environment: Environment): Site {
  const url = siteUrlOf(getter(environment));
  return { url, ask: () => ask(new URL(RELEASE_REPORT_PATH, url).href) };
}

async function ask(address: string): Promise<ReleaseReport | string> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT) });
    if (!response.ok) return `${address} answered ${String(response.status)}`;
    const answer: unknown = await response.json();
    if (Value.Check(ReleaseReportSchema, answer)) return answer;
    return `${address} answered something else: ${schemaProblems(ReleaseReportSchema, answer)[0]?.text ?? ''}`;
  } catch (error) {
    return `${address} did not answer: ${reasonOf(error)}`;
  }
}

/** Milliseconds for a shell to ingest a version: longer than its pause after it rejected the same version. */
const PROMOTION_DEADLINE = 45_000;
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
  deadline = PROMOTION_DEADLINE,
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
