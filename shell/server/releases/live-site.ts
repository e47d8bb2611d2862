import { setTimeout as pause } from 'node:timers/promises';
import type { ReleaseReport, ShellContract } from '@vidlunnia/shared/contracts/release-report';
import { remoteList } from '@vidlunnia/shared/topology';
import type { ReleaseSet } from '../../src/remotes/release-set';
import type { Renderer } from '../render/supervised-worker';
import { createIntake } from './intake';
import { LiveSet, type Live } from './live-set';
import { createOnDemand, type OnDemand } from './on-demand';
import type { Promotions } from './promotions';
import { recall } from './recall';
import { createRejections } from './rejections';
import type { ReleaseStore } from './release-store';
import { startSweeping } from './sweeping';
import type { Team, Teams } from './team';

export type { Live } from './live-set';

export interface LiveSite {
  current(): Live;
  /** Of each remote the release before the live one. */
  previous(): ReleaseSet['remotes'];
  report(): Pick<ReleaseReport, 'releaseSet' | 'since' | 'remotes' | 'workers'>;
  readonly obtain: OnDemand;
  stop(): Promise<void>;
}

interface Options {
  readonly teams: Teams;
  readonly contract: ShellContract;
  readonly pollInterval: number;
  /** Milliseconds for which the files of a release stay after it was live: for pages that are open. */
  readonly keepFor: number;
  readonly store: ReleaseStore;
  readonly promotions: Promotions;
  /** Starts a renderer of a set and renders its golden pages. Rejects with what does not work. */
  readonly renderTest: (set: ReleaseSet) => Promise<Renderer>;
  readonly log: { info(message: string): void; warn(message: string): void };
}

/**
 * Watches the teams' pointers and takes releases in. What is rejected, and a team that cannot be reached, leave what is
 * live as it is. Resolves when there is something to show: what the store has, else after a first look at every team.
 */
export async function openLiveSite(options: Options): Promise<LiveSite> {
  const { contract, pollInterval, keepFor, store, promotions, renderTest, log } = options;
  const teams = remoteList.map(({ name }) => options.teams[name]);
  const live = new LiveSet({ store, promotions, log });
  const rejections = createRejections(log);
  const intake = createIntake({ live, store, contract, rejections, renderTest, log });
  const ended = new AbortController();

  const recalled = await recall({ teams, store, promotions, contract, log });
  recalled.previous.forEach((candidate) => {
    live.remember(candidate);
  });
  await intake.begin(recalled.live);
  const isAbsent = ({ remote }: Team) => !live.current.releaseSet.remotes[remote.name];
  await intake.lookFirst(teams.filter(isAbsent));

  // Asked anew after every wait: it may have changed meanwhile.
  const isEnded = () => ended.signal.aborted;
  const watch = async (team: Team) => {
    while (!isEnded()) {
      await intake.look(team);
      await intake.revive();
      await pause(pollInterval, undefined, { signal: ended.signal }).catch(() => undefined);
    }
  };
  for (const team of teams) void watch(team);
  const stopSweeping = startSweeping({ live, store, keepFor, log });

  return {
    current: () => live.current,
    previous: () => live.previous,
    report: () => ({
      releaseSet: live.current.releaseSet.id,
      since: live.since.toISOString(),
      remotes: Object.fromEntries(
        remoteList.map(({ name }) => {
          const { live: taken, previous } = promotions.of(name);
          return [name, { live: taken, previous: [...previous], rejections: [...rejections.of(name)] }];
        }),
      ),
      workers: live.renderers.map((renderer) => ({
        releaseSet: renderer.releaseSet.id,
        ...renderer.status(),
      })),
    }),
    obtain: createOnDemand(options.teams, store, contract),
    stop: async () => {
      ended.abort();
      stopSweeping();
      await live.stop();
    },
  };
}
