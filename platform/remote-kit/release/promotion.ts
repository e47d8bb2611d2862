import { setTimeout as pause } from 'node:timers/promises';
import type { Rejection, ReleaseReport, Visits } from '@vidlunnia/releases/release';
import { readKey } from './keys';
import { pointAt, publishedManifest, releasesAt, type History } from './publish';
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
  deadlineMs = DEADLINE_MS,
): Promise<void> {
  if (typeof before === 'string') {
    say(`No site is running to ingest it now: ${before}`);
    return;
  }
  const started = Date.now();
  let deadline = started + deadlineMs;
  let progress = { text: '', at: 0 };
  const seconds = () => ((Date.now() - started) / 1000).toFixed(1);
  // Compared with the earlier report, since the clock of this machine may differ.
  const known = rejectionOf(before.remotes[remote.name], version)?.at;
  for (;;) {
    const answer = await site.ask();
    const state = typeof answer === 'string' ? undefined : answer.remotes[remote.name];
    // After a rollback, another version's rollout may run until the site's next poll.
    if (state?.live?.version === version && !state.partial) {
      say(`${version} is live at ${site.url}: promoted in ${seconds()} s`);
      return;
    }
    const rejection = rejectionOf(state, version);
    if (rejection && rejection.at !== known) throw new Error(`${version} ${inWords(rejection)}`);
    if (state?.partial?.version === version) {
      const { rollout, visits } = state.partial;
      if (rollout.undecided)
        throw new Error(
          `${version} keeps its ${String(rollout.percent)} % of visitors: its time has passed, but only ${String(visits?.visitors ?? 0)} of ${String(rollout.visitors)} visitors were counted. It becomes live when there are enough; promote makes it live now, rollback ends it`,
        );
      deadline = Date.parse(rollout.until) + deadlineMs;
    }
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

/** Versions that visitors' failures withdrew. `report` may be a sentence why there is none. */
const withdrawn = ({ remote }: Team, report: ReleaseReport | string): readonly Rejection[] =>
  typeof report === 'string'
    ? []
    : (report.remotes[remote.name]?.rejections ?? []).filter(({ step }) => step === 'visitors');

/** Throws if visitors' failures withdrew a version, because no shell accepts it again. */
export function assertNotWithdrawn(team: Team, version: string, report: ReleaseReport | string): void {
  const rejection = withdrawn(team, report).find((each) => each.version === version);
  if (!rejection) return;
  const why = `${version} was withdrawn: ${rejection.reason}`;
  throw new Error(
    `${why}. ${team.site.url} will not accept it again: change the source of ${team.remote.folder}`,
  );
}

const rejectionOf = (state: State | undefined, version: string | null) =>
  state?.rejections.find((rejection) => rejection.version === version);

function whyNotLive(state: State | undefined, version: string): string {
  // A rejection without a version: the pointer could not be read.
  const rejection = rejectionOf(state, version) ?? rejectionOf(state, null);
  if (rejection) return `the host’s last rejection was at ${rejection.step}: ${rejection.reason}`;
  return `${state?.live?.version ?? 'nothing'} is still live`;
}

/** `npm run promote -- VERSION`: makes a candidate, or a release in a rollout, live; nothing is built or uploaded. */
export async function promote(team: Team, version: string, signal: AbortSignal): Promise<void> {
  const { remote, environment, target, site, say } = team;
  const { privateKey } = await readKey(remote, environment);
  const before = await site.ask();
  const candidates = (await releasesAt(target).candidates()).map((candidate) => candidate.version);
  const last = (await releasesAt(target).history()).at(-1);
  const isInRollout = last?.version === version && last.rollout;
  if (!isInRollout && !candidates.includes(version))
    throw new Error(
      `“${version}” is not a candidate of ${remote.folder}; candidates: ${candidates.join(', ') || 'none'}`,
    );
  assertNotWithdrawn(team, version, before);
  await pointAt(target, version, 'release', privateKey);
  say(`${remote.folder} releases ${version} unchanged`);
  await awaitPromotion(team, version, before, signal);
}

/**
 * `npm run rollback [-- VERSION]`: points at an earlier version. By default, that is the live one if the pointer names
 * another, as in a rollout; otherwise the previous one.
 */
export async function rollBack(team: Team, wanted: string | undefined, signal: AbortSignal): Promise<void> {
  const { remote, environment, target, site, say } = team;
  const { privateKey } = await readKey(remote, environment);
  const before = await site.ask();
  const [history, current] = [await releasesAt(target).history(), await releasesAt(target).current()];
  const known = [...new Set(history.map((entry) => entry.version))].reverse();
  const live = typeof before === 'string' ? undefined : before.remotes[remote.name]?.live?.version;
  const isElsewhere = live !== undefined && live !== current && known.includes(live);
  const excluded = withdrawn(team, before).map((each) => each.version);
  const version = wanted ?? (isElsewhere ? live : previousVersion(history, current, excluded));
  if (version === null) throw new Error(`${remote.folder} has no earlier release`);
  if (!known.includes(version) || !(await publishedManifest(target, version)))
    throw new Error(`${remote.folder} has no release ${version}; releases: ${known.join(', ') || 'none'}`);
  assertNotWithdrawn(team, version, before);
  if (version === current) say(`${version} is already current`);
  else {
    await pointAt(target, version, 'rollback', privateKey, { seen: history });
    say(`${remote.folder} is rolled back from ${current ?? 'nothing'} to ${version}`);
  }
  await awaitPromotion(team, version, before, signal);
}

/** The previous version that was live for all visitors and is not `excluded`; `null` when there is none. */
export function previousVersion(
  history: readonly Pick<History[number], 'version' | 'at' | 'rollout'>[],
  current: string | null,
  excluded: readonly (string | null)[] = [],
): string | null {
  // The last version may not be current yet: its release ended just before it moved the pointer.
  const end = history.map(({ version }) => version).lastIndexOf(current ?? '');
  const before = history.slice(0, Math.max(0, end)).filter(({ version, at, rollout }, index) => {
    const wasLive = !rollout || endOf(rollout, at) <= Date.parse(history[index + 1]?.at ?? '');
    return wasLive && version !== current && !excluded.includes(version);
  });
  return before.at(-1)?.version ?? null;
}

/** End of a rollout that began at this time, in milliseconds since 1970. */
const endOf = (rollout: NonNullable<History[number]['rollout']>, at: string): number =>
  'seconds' in rollout ? Date.parse(at) + rollout.seconds * 1_000 : Date.parse(rollout.until);
