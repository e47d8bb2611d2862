import { expect } from '@playwright/test';
import type { RemoteName } from '@vidlunnia/contracts';
import { RELEASE_REPORT_PATH, type ReleaseReport } from '@vidlunnia/releases/release';

/** The response of `/-/release-set`. */
interface ReleaseSet {
  readonly remotes: Partial<Record<RemoteName, { readonly version: string; readonly base: string }>>;
}

export async function readReleaseSet(site: string): Promise<ReleaseSet> {
  return (await (await fetch(`${site}/-/release-set`)).json()) as ReleaseSet;
}

export async function readReleaseReport(site: string): Promise<ReleaseReport> {
  return (await (await fetch(site + RELEASE_REPORT_PATH)).json()) as ReleaseReport;
}

/** Longer than the longest deadline of ingesting a release: a worker that does not start. */
export const DECISION = { timeout: 40_000, intervals: [20] };

/** Waits until a release of a remote is live. */
export async function untilPromoted(site: string, remote: string, version: string): Promise<void> {
  const live = async () => (await readReleaseReport(site)).remotes[remote]?.live?.version;
  await expect.poll(live, DECISION).toBe(version);
}
