import { setTimeout as pause } from 'node:timers/promises';
import type { Rejection, ReleaseReport, Rollout, Visits } from '@vidlunnia/contracts/release';
import { pointAt, publishedManifest, releasesAt } from './publish';
import type { Team } from './team';

/** Limit for a shell to ingest a version: longer than its pause after it rejected the same version. */
const DEADLINE_MS = 45_000;
/** Pause between two requests. */
const INTERVAL_MS = 100;
/** The same while a rollout runs. */
const ROLLOUT_INTERVAL_MS = 500;
/** Between two lines about a rollout. */
const PROGRESS_INTERVAL_MS = 60_000;

type State = ReleaseReport['remotes'][string];

/**
 * Waits until the site has promoted a published version, and reports it; with a rollout, until its end. Rejects when the
 * site rejects or withdraws it, or does not respond; `before` is the site's earlier report, or a sentence when there was
 * none.
 */
export async function awaitPromotion(
  { site, remote, target, say }: Team,
  version: string,
  before: ReleaseReport | string,
  signal: AbortSignal,
  {
    rollout,
    deadlineMs = DEADLINE_MS,
  }: { readonly rollout?: Rollout | undefined; readonly deadlineMs?: number } = {},
): Promise<void> {
  if (typeof before === 'string') {
    say(`No site is running to ingest it now: ${before}`);
    return;
  }
  const started = Date.now();
  const deadline = Math.max(started, Date.parse(rollout?.until ?? '') || 0) + deadlineMs;
  let progress = { text: '', at: 0 };
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
    if (rejection && rejection.at !== known) throw new Error(`${version} ${inWords(rejection)}`);
    const text = progressOf(state, version);
    if (text !== '' && text !== progress.text && Date.now() - progress.at >= PROGRESS_INTERVAL_MS) {
      say(`${version} goes to ${text}${progress.at === 0 ? '. Ctrl-C ends only the waiting' : ''}`);
      progress = { text, at: Date.now() };
    }
    const pointer = await releasesAt(target).current();
    if (pointer !== null && pointer !== version) {
      say(`${pointer} was released meanwhile, and is ingested instead of ${version}`);
      return;
    }
    if (Date.now() >= deadline) {
      const why = typeof answer === 'string' ? answer : whyNotLive(state, version);
      throw new Error(`${version} is published, but not live after ${seconds()} s: ${why}`);
    }
    await pause(text === '' ? INTERVAL_MS : ROLLOUT_INTERVAL_MS, undefined, { signal });
  }
}

const inWords = ({ step, reason }: Rejection) =>
  step === 'visitors'
    ? `was withdrawn: ${reason}; the release before it is live`
    : `was rejected at ${step}: ${reason}; the current release stays live`;

/** What visitors of a rollout meet; empty without one. */
function progressOf(state: State | undefined, version: string): string {
  const { partial, live } = state ?? {};
  if (partial?.version !== version) return '';
  const { percent, until } = partial.rollout;
  const met = (visits: Visits | undefined) =>
    visits ? `${String(visits.failing)} of ${String(visits.visitors)} visitors met a failure` : 'no counts';
  return `${String(percent)} % of visitors until ${until}: ${met(partial.visits)}; with ${live?.version ?? 'none'} ${met(live?.visits)}`;
}

const rejectionOf = (state: State | undefined, version: string | null) =>
  state?.rejections.find((rejection) => rejection.version === version);

function whyNotLive(state: State | undefined, version: string): string {
  // A rejection without a version: the pointer could not be read.
  const rejection = rejectionOf(state, version) ?? rejectionOf(state, null);
  if (rejection) return `the shell’s last rejection was at ${rejection.step}: ${rejection.reason}`;
  return `${state?.live?.version ?? 'nothing'} is still live`;
}

/** `npm run promote -- VERSION`: makes a candidate, or a release in a rollout, live; nothing is built or uploaded. */
export async function promote(team: Team, version: string, signal: AbortSignal): Promise<void> {
  const { remote, target, site, say } = team;
  const before = await site.ask();
  const candidates = (await releasesAt(target).candidates()).map((candidate) => candidate.version);
  const last = (await releasesAt(target).history()).at(-1);
  const isInRollout = last?.version === version && last.rollout;
  if (!isInRollout && !candidates.includes(version))
    throw new Error(
      `“${version}” is not a candidate of ${remote.folder}; candidates: ${candidates.join(', ') || 'none'}`,
    );
  await pointAt(target, version, 'release');
  say(`${remote.folder} releases ${version} unchanged`);
  await awaitPromotion(team, version, before, signal);
}

/** `npm run rollback [-- VERSION]`: points at an earlier version, by default the previous one. */
export async function rollBack(team: Team, wanted: string | undefined, signal: AbortSignal): Promise<void> {
  const { remote, target, site, say } = team;
  const before = await site.ask();
  const [history, current] = [await releasesAt(target).history(), await releasesAt(target).current()];
  const version = wanted ?? previousVersion(history, current);
  if (version === null) throw new Error(`${remote.folder} has no earlier release`);
  const known = [...new Set(history.map((entry) => entry.version))].reverse();
  if (!known.includes(version) || !(await publishedManifest(target, version)))
    throw new Error(`${remote.folder} has no release ${version}; releases: ${known.join(', ') || 'none'}`);
  if (version === current) say(`${version} is already current`);
  else {
    await pointAt(target, version, 'rollback', { seen: history });
    say(`${remote.folder} is rolled back from ${current ?? 'nothing'} to ${version}`);
  }
  await awaitPromotion(team, version, before, signal);
}

/** The previous version, `null` when there is none. */
export function previousVersion(
  history: readonly { readonly version: string }[],
  current: string | null,
): string | null {
  const versions = history.map(({ version }) => version);
  // The last version may not be current yet: its release ended just before it moved the pointer.
  const before = versions.slice(0, Math.max(0, versions.lastIndexOf(current ?? '')));
  return before.findLast((version) => version !== current) ?? null;
}
