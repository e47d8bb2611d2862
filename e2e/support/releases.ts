import { setTimeout as pause } from 'node:timers/promises';
import { expect } from '@playwright/test';
import type { RemoteName } from '@vidlunnia/contracts';
import { RELEASE_REPORT_PATH, type ReleaseReport, type Step } from '@vidlunnia/contracts/release';

/** Address of the live release set. */
export const RELEASE_SET = /\/-\/release-set$/;

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

/** Longer than the pipeline's longest deadline, for a worker that does not start. */
const DECISION = { timeout: 40_000, intervals: [20] };

/** Waits until a release of a remote is live. */
export async function untilPromoted(site: string, remote: string, version: string): Promise<void> {
  const live = async () => (await readReleaseReport(site)).remotes[remote]?.live?.version;
  await expect.poll(live, DECISION).toBe(version);
}

/** Waits until a shell has rejected a version. Resolves to step and reason. */
export async function untilRejected(
  site: string,
  remote: string,
  version: string,
): Promise<{ readonly step: Step; readonly reason: string }> {
  const find = async () => {
    const rejections = (await readReleaseReport(site)).remotes[remote]?.rejections ?? [];
    return rejections.find((rejection) => rejection.version === version);
  };
  await expect.poll(find, DECISION).toBeDefined();
  const { step = 'discover', reason = '' } = (await find()) ?? {};
  return { step, reason };
}

/** Milliseconds between two pages of a visitor, so that reading leaves processor time. */
const PAUSE_MS = 20;

/** Visitors who read a page repeatedly. */
interface Readers {
  /** Pages read so far. */
  readonly read: () => number;
  /** Stops reading. Resolves to the faults of all pages. */
  stop(): Promise<readonly string[]>;
}

/**
 * Lets visitors read a page until they are stopped. Each response must have `text`, one release set, and only that set's
 * code.
 */
export function startReading(url: string, text: string, visitors = 4): Readers {
  const problems: string[] = [];
  let reading = true;
  let read = 0;
  const visit = async () => {
    while (reading) {
      const problem = await readPage(url, text).catch((error: unknown) => String(error));
      read += 1;
      if (problem !== null) problems.push(problem);
      await pause(PAUSE_MS);
    }
  };
  const all = Array.from({ length: visitors }, visit);
  return {
    read: () => read,
    stop: async () => {
      reading = false;
      await Promise.all(all);
      return problems;
    },
  };
}

async function readPage(url: string, text: string): Promise<string | null> {
  const response = await fetch(url);
  const html = await response.text();
  if (response.status !== 200 || !html.includes(text)) return `status ${String(response.status)}`;
  const set = /<meta name="release-set" content="(\w+)">/.exec(html)?.[1];
  const embedded = /"id":"([0-9a-f]{12})"/.exec(html)?.[1];
  if (set === undefined || set !== response.headers.get('x-release-set') || set !== embedded)
    return 'more than one release set';
  const versions = new Map<string, string>();
  for (const [, remote = '', version = ''] of html.matchAll(/\/remotes\/(\w+)\/([0-9a-f]{12})\//g)) {
    if ((versions.get(remote) ?? version) !== version) return `more than one release of ${remote}`;
    versions.set(remote, version);
  }
  return null;
}
