import type { ShellContract, Step } from '@vidlunnia/shared/contracts/release-report';
import type { ReleaseSet } from '../../src/remotes/release-set';
import type { Renderer } from '../render/supervised-worker';
import { discover } from './discover';
import { download } from './download';
import { createTurns } from './in-turn';
import type { LiveSet } from './live-set';
import type { Candidate } from './promotions';
import type { Rejections } from './rejections';
import { rejection } from './release-rejected';
import type { ReleaseStore } from './release-store';
import type { Team } from './team';
import { verify } from './verify';

/** Milliseconds before a set that could not be rendered is tried again: the machine may have been the reason. */
const RETEST_PAUSE = 30_000;

interface Options {
  readonly live: LiveSet;
  readonly store: ReleaseStore;
  readonly contract: ShellContract;
  readonly rejections: Rejections;
  /** Starts a renderer of a set and renders its golden pages. Rejects with what does not work. */
  readonly renderTest: (set: ReleaseSet) => Promise<Renderer>;
  readonly log: { warn(message: string): void };
}

export type Intake = ReturnType<typeof createIntake>;

/**
 * Takes releases in: discover → download → verify → render-test → promote → retire. Every step may reject a release;
 * what is live then stays.
 */
export function createIntake({ live, store, contract, rejections, renderTest, log }: Options) {
  const inTurn = createTurns();
  let triedAt = -Infinity;

  async function takeIn(team: Team): Promise<void> {
    const candidate = await prepare(team);
    if (candidate) await inTurn(() => goLive(candidate));
  }

  async function prepare(team: Team): Promise<Candidate | null> {
    const version = await discover(team);
    if (!isNews(team, version)) return null;
    const copy = await download(team, version, store);
    const release = await verify(team, version, copy, contract).catch(async (error: unknown) => {
      await store.discard(copy);
      throw error;
    });
    await store.keep(team.remote.name, version, copy);
    return { remote: team.remote, release };
  }

  async function goLive(candidate: Candidate): Promise<void> {
    const { remote, release } = candidate;
    await replaceSet([candidate], (step) => rejection(remote.name, release.version, step));
    rejections.clear(remote.name);
  }

  async function replaceSet(candidates: readonly Candidate[], reject = failure): Promise<void> {
    const releaseSet = live.with(candidates);
    const renderer = await renderTest(releaseSet).catch((error: unknown) => {
      throw reject('render-test')(reasonOf(error), error);
    });
    const before = await live.promote({ releaseSet, renderer }, candidates).catch(async (error: unknown) => {
      await renderer.stop();
      throw reject('promote')(reasonOf(error), error);
    });
    await live.retire(before);
  }

  function isNews({ remote: { name } }: Team, version: string): boolean {
    if (version !== live.current.releaseSet.remotes[name]?.version)
      return !rejections.isRecent(name, version);
    rejections.clear(name);
    return false;
  }

  /** Nothing is shown yet: all that there is, at once; if that fails, all that can be; if nothing can, by browsers. */
  async function begin(candidates: readonly Candidate[]): Promise<void> {
    if (candidates.length === 0) return;
    triedAt = Date.now();
    const together = await replaceSet(candidates).then(
      () => true,
      () => false,
    );
    if (together) return;
    for (const candidate of candidates) {
      await goLive(candidate).catch((error: unknown) => {
        rejections.add(error, candidate.remote.name);
      });
    }
    if (live.current.renderer) return;
    const releaseSet = live.with(candidates);
    log.warn(`The set ${releaseSet.id} is rendered by browsers alone: no worker could render it`);
    await live.promote({ releaseSet, renderer: null }, candidates);
  }

  /** Looks at a team; never rejects. */
  async function look(team: Team): Promise<void> {
    await takeIn(team).catch((error: unknown) => {
      rejections.add(error, team.remote.name);
    });
  }

  /** Looks at teams for the first time and begins with what they have. */
  async function lookFirst(teams: readonly Team[]): Promise<void> {
    const found = await Promise.all(
      teams.map((team) =>
        prepare(team).catch((error: unknown) => {
          rejections.add(error, team.remote.name);
          return null;
        }),
      ),
    );
    await inTurn(() => begin(found.filter((candidate) => candidate !== null)));
  }

  /** Tries once in a while to render what is left to browsers. */
  async function revive(): Promise<void> {
    if (live.current.renderer || Date.now() - triedAt < RETEST_PAUSE) return;
    triedAt = Date.now();
    if (Object.keys(live.current.releaseSet.remotes).length === 0) return;
    await inTurn(() => replaceSet([])).catch(() => undefined);
  }

  return { look, lookFirst, begin, revive };
}

/** Where no single release is to blame. */
const failure = (step: Step) => (reason: string, cause: unknown) =>
  new Error(`${step}: ${reason}`, { cause });

/** What everybody may read: no stack, and no place on this machine's disk. */
const reasonOf = (error: unknown) => {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1);
  return line.replace(/(?:\/[\w.@-]+){2,}\/(?=[\w.-]+)/g, '');
};
