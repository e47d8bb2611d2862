import { expect } from '@playwright/test';
import { RELEASE_REPORT_PATH, type ReleaseReport, type Step } from '@vidlunnia/contracts/release-report';

export async function readReleaseReport(site: string): Promise<ReleaseReport> {
  const response = await fetch(site + RELEASE_REPORT_PATH);
  return (await response.json()) as ReleaseReport;
}

/** Longer than the pipeline's longest deadline: a worker that does not get ready. */
const DECIDED = 40_000;

/** Waits until a release of a remote is live. */
export async function untilPromoted(site: string, remote: string, version: string): Promise<void> {
  const live = async () => (await readReleaseReport(site)).remotes[remote]?.live?.version;
  await expect.poll(live, { timeout: DECIDED, intervals: [20] }).toBe(version);
}

/** Waits until a shell has rejected a version, and gives the step and the reason. */
export async function untilRejected(
  site: string,
  remote: string,
  version: string,
): Promise<{ readonly step: Step; readonly reason: string }> {
  const find = async () => {
    const rejections = (await readReleaseReport(site)).remotes[remote]?.rejections ?? [];
    return rejections.find((rejection) => rejection.version === version);
  };
  await expect.poll(find, { timeout: DECIDED, intervals: [20] }).toBeDefined();
  const { step = 'discover', reason = '' } = (await find()) ?? {};
  return { step, reason };
}
