import type { ShellContract } from '@vidlunnia/shared/contracts/release-report';
import type { Candidate, Promotions } from './promotions';
import type { ReleaseStore } from './release-store';
import type { Team } from './team';
import { verify } from './verify';

interface Options {
  readonly teams: readonly Team[];
  readonly store: ReleaseStore;
  readonly promotions: Promotions;
  readonly contract: ShellContract;
  readonly log: { warn(message: string): void };
}

interface Recalled {
  /** What was live when the last process ended. */
  readonly live: readonly Candidate[];
  /** Of each remote the release before. */
  readonly previous: readonly Candidate[];
}

/**
 * Reads what was live from the store, so that a start needs no team's origin. Everything is verified again: a disk may
 * have been changed meanwhile. What no longer fits is dropped and said.
 */
export async function recall({ teams, store, promotions, contract, log }: Options): Promise<Recalled> {
  async function read(team: Team, version: string | undefined): Promise<Candidate[]> {
    const { name } = team.remote;
    if (version === undefined || !store.has(name, version)) return [];
    const directory = store.directory(name, version);
    try {
      return [{ remote: team.remote, release: await verify(team, version, directory, contract) }];
    } catch (error) {
      log.warn(`From the store: ${error instanceof Error ? error.message : String(error)}`);
      await store.discard(directory);
      return [];
    }
  }
  const readAll = async (versionOf: (team: Team) => string | undefined) =>
    (await Promise.all(teams.map((team) => read(team, versionOf(team))))).flat();

  return {
    live: await readAll(({ remote }) => promotions.of(remote.name).live?.version),
    previous: await readAll(({ remote }) => promotions.of(remote.name).previous[0]?.version),
  };
}
