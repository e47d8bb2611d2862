import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, jest } from '@jest/globals';
import type { RemoteName } from '@vidlunnia/contracts';
import { shellContract } from '@vidlunnia/remote-kit/release';
import { forEachRemote, REMOTE_NAMES } from '@vidlunnia/remote-kit/environment/topology';
import type { Renderer } from '../server/render/supervised-worker';
import { openLiveSite, type LiveSite } from '../server/releases/live-site';
import { openHistory } from '../server/releases/history';
import { openReleaseStore, type ReleaseStore } from '../server/releases/release-store';
import type { Teams as KnownTeams } from '../server/releases/team';
import { MODULE_IDS } from '../src/pages/page-table';
import type { ReleaseSet } from '../src/remotes/release-set';
import { fakeRenderer, type FakeRenderer } from './renderer';
import { startTeamOrigins, type TeamOrigin } from './team-origin';

/** Milliseconds between polls: as good as none. */
const POLL = 5;

/** All teams' origins and what a live site makes of them. */
export interface Teams {
  readonly teams: Readonly<Record<RemoteName, TeamOrigin>>;
  readonly store: ReleaseStore;
  readonly log: { readonly info: jest.Mock; readonly warn: jest.Mock };
  /** Every renderer so far, in order. */
  readonly renderers: readonly FakeRenderer[];
  /** Gives a renderer of any set, until the test has it do something else. */
  readonly renderTest: jest.Mock<(set: ReleaseSet) => Promise<Renderer>>;
  /** Folder of the store and of the history. */
  readonly folder: string;
  /** Opens the site; more than once, as a shell that starts again, when the previous one is stopped. */
  open(changes?: Changes): Promise<LiveSite>;
}

interface Changes {
  readonly teams?: Partial<KnownTeams>;
  readonly options?: Partial<
    Pick<Parameters<typeof openLiveSite>[0], 'keepFor' | 'contract' | 'startPatience' | 'remotesFile'>
  >;
}

/** What the shell of these tests offers: all that sample releases need. */
export const CONTRACT = shellContract(MODULE_IDS, { shared: { react: '19.3.1' }, declarations: {} });

const endings: (() => Promise<void> | undefined)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

export async function startTeams(): Promise<Teams> {
  const teams = await startTeamOrigins();
  const folder = mkdtempSync(path.join(tmpdir(), 'releases-'));
  // Not in one step: a download that is being given up still has to end.
  endings.push(() => rm(folder, { recursive: true, maxRetries: 5 }));
  const renderers: FakeRenderer[] = [];
  const renderTest = jest.fn((set: ReleaseSet): Promise<Renderer> => {
    const renderer = fakeRenderer(set);
    renderers.push(renderer);
    return Promise.resolve(renderer);
  });
  const root = path.join(folder, 'releases');
  const store = await openReleaseStore(root);
  const log = { info: jest.fn(), warn: jest.fn() };
  const origins = forEachRemote((name) => teams[name].team);
  return {
    teams,
    store,
    log,
    renderers,
    renderTest,
    folder,
    open: async (changes = {}) => {
      const site = await openLiveSite({
        teams: { ...origins, ...changes.teams },
        contract: CONTRACT,
        pollInterval: POLL,
        keepFor: 60_000,
        store: await openReleaseStore(root),
        history: await openHistory(path.join(folder, 'live.json'), log),
        renderTest,
        log,
        ...changes.options,
      });
      endings.push(() => site.stop());
      return site;
    },
  };
}

/** Waits until the team has been polled from beginning to end at least once more. */
export async function nextPoll(team: TeamOrigin): Promise<void> {
  await team.untilAsked('/current.json');
  await team.untilAsked('/current.json');
}

/** What `versionsOf` gives for a set of all teams: these versions and, of all others, `rest`. */
export const versionsWith = (rest: string, own: Partial<Record<RemoteName, string>> = {}): string[] =>
  REMOTE_NAMES.map((name) => `${name}@${own[name] ?? rest}`);

/** The releases of a set: `<remote>@<version>`. */
export const versionsOf = ({ remotes }: ReleaseSet): string[] =>
  Object.entries(remotes).map(([name, { version }]) => `${name}@${version}`);
