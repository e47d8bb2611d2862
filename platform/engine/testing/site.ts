import { mkdirSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, jest } from '@jest/globals';
import { CONTRACT_VERSIONS, REMOTE_NAMES, type RemoteName, type SectionId } from '@vidlunnia/contracts';
import { VISITS_PATH } from '@vidlunnia/releases/visits';
import { startLocalServer, type LocalServer, type Respond } from '@vidlunnia/settings/testing/local-server';
import { temporaryFolder } from '@vidlunnia/settings/testing';
import { remoteNamed } from '@vidlunnia/settings/topology';
import { formatRemoteList } from '@vidlunnia/releases/remote-list';
import { shellContract } from '@vidlunnia/releases/shell-contract';
import { buildApp } from '../../../shell/server/app';
import { readEnvironment, type Environment } from '../../../shell/server/environment';
import { openSite, type Site, type StartRenderer } from '../server/open-engine';
import { MODULE_IDS } from '../../../shell/src/pages/pages';
import type { ReleaseSet } from '../page/remotes/release-set';
import { fakeRenderer, type FakeRenderer } from './renderer';
import { startTeamOrigin, type TeamOrigin } from './team-origin';

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

/**
 * Stops the system's and the process's clock and advances both by this time. Calls add up; the clocks run again after
 * the test.
 */
export function later(milliseconds: number): void {
  for (const clock of [Date, performance]) {
    const now = clock.now();
    const stopped = jest.spyOn(clock, 'now').mockReturnValue(now + milliseconds);
    endings.push(() => {
      stopped.mockRestore();
    });
  }
}

/** Packages of the sample build. */
const SHARED = { react: '19.3.1' };
/** The shell's contract in these tests, which sample releases fit. */
export const CONTRACT = shellContract(MODULE_IDS, CONTRACT_VERSIONS, { shared: SHARED, declarations: {} });

type Changes = Partial<Environment> & { readonly startDeadlineMs?: number };

export type Teams = Awaited<ReturnType<typeof startTeams>>;

/** Starts all teams' origins, and opens sites that use them with renderers without workers. */
export async function startTeams() {
  const [home, blog, forms] = await Promise.all([
    startTeamOrigin('home'),
    startTeamOrigin('blog'),
    startTeamOrigin('forms'),
  ]);
  const teams = { home, blog, forms };
  /** Folder of store and history. */
  const folder = temporaryFolder();
  /** All so far, in order. */
  const renderers: FakeRenderer[] = [];
  /** Returns a renderer for any set, until the test mocks it. */
  const renderTest = jest.fn<StartRenderer>((set) => {
    const renderer = fakeRenderer(set);
    renderers.push(renderer);
    return Promise.resolve(renderer);
  });
  const log = { info: jest.fn(), warn: jest.fn() };
  /** Opens a site. Stopping it and opening another is like a restart. */
  async function open(changes: Changes = {}, contract = CONTRACT): Promise<Site> {
    const environment = environmentOf(teams, { dataDir: folder, pollInterval: 5, ...changes });
    const site = await openSite(environment, contract, log, renderTest);
    endings.push(() => site.stop());
    return site;
  }
  return { teams, log, renderers, renderTest, folder, open };
}

const KEYS = Object.fromEntries(
  REMOTE_NAMES.map((name) => [remoteNamed(name).publicKeyVariable, 'k'.repeat(43)]),
);

const environmentOf = (teams: Teams['teams'], changes: Changes): Environment & Changes => ({
  // Long enough for the sample releases, even on a busy machine.
  startDeadlineMs: 60_000,
  ...readEnvironment({ ...KEYS, SITE_URL: 'https://vidlunnia.example', LOG_LEVEL: 'silent' }),
  apiOrigin: 'http://127.0.0.1:1',
  pollInterval: 60_000,
  keepFor: 60_000,
  rendersPerMinute: 100_000,
  ...changes,
  teams: { ...Object.fromEntries(REMOTE_NAMES.map((name) => [name, teams[name].team])), ...changes.teams },
});

/** Waits until the team has been polled completely at least once more. */
export async function nextPoll(team: TeamOrigin): Promise<void> {
  await team.untilAsked('/current.json');
  await team.untilAsked('/current.json');
}

/** The releases of a set: `<remote>@<version>`. */
export const versionsOf = (remotes: ReleaseSet['remotes']): string[] =>
  Object.entries(remotes)
    .map(([name, { version }]) => `${name}@${version}`)
    .sort();
/** The releases of the live set: `<remote>@<version>`. */
export const liveVersions = (site: Site): string[] => versionsOf(site.live().releaseSet.remotes);

/** The expected result of `versionsOf` for all teams: these versions, and `rest` for the others. */
export const versionsWith = (rest: string, own: Partial<Record<RemoteName, string>> = {}): string[] =>
  REMOTE_NAMES.map((name) => `${name}@${own[name] ?? rest}`).sort();

/** Name of the sample build's starter, and its content. */
export const STARTER = { name: 'static/starter.4e5f6a7b.js', text: 'window.starter = {};' };

/** Name of a script of the sample build, and its content. */
export const SCRIPT = { name: 'static/shell.0a1b2c3d.js', text: 'window.shell = {};' };

export type ServedSite = Awaited<ReturnType<typeof startSite>>;

/** The shell's server with a small build, and a real API and real origins. */
export async function startSite(
  answerApi: Respond = (_, response) => response.end('{}'),
  changes: Partial<Environment> = {},
) {
  const [api, { teams, folder, renderTest, renderers }] = await Promise.all([
    startLocalServer(answerApi),
    startTeams(),
  ]);
  const environment = environmentOf(teams, { apiOrigin: api.origin, dataDir: folder, ...changes });
  const app = await buildApp(environment, sampleBuild(), renderTest);
  endings.push(() => app.close());
  /** The server's warnings, except those with a request's id. */
  const warn = jest.spyOn(app.log, 'warn');
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    api: {
      ...api,
      /** Requests, except those that the shell sends by itself. */
      get received(): LocalServer['received'] {
        return api.received.filter(({ url }) => url !== '/api/content' && url !== VISITS_PATH);
      },
    },
    origin,
    teams,
    renderTest,
    warn,
    /** The latest set's renderer; `undefined` without one. */
    renderer: () => renderers.at(-1),
    ask: (target: string, options?: AskOptions) => ask(origin, target, options),
    /** Metrics at the operator's port; rejects without one. */
    metrics: async () => (await fetch(`${String(app.operatorOrigin)}/metrics`)).text(),
  };
}

function sampleBuild(): string {
  const folder = temporaryFolder();
  const chunks = { js: [SCRIPT.name], css: ['static/shell.css'], app: [], remotes: [] };
  const files = {
    'dist/client.json': JSON.stringify({ version: 'v', starter: STARTER.name, ...chunks, shared: SHARED }),
    [`dist/client/${SCRIPT.name}`]: SCRIPT.text,
    [`dist/client/${STARTER.name}`]: STARTER.text,
    'dist/client/static/shell.css': 'main{top:0}h4{top:0}',
  };
  mkdirSync(path.join(folder, 'dist/client/static'), { recursive: true });
  for (const [file, content] of Object.entries(files)) writeFileSync(path.join(folder, file), content);
  return folder;
}

interface AskOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends the target unchanged: `fetch` would normalise its dots and slashes. The body is not decoded. */
async function ask(origin: string, target: string, { method = 'GET', ...options }: AskOptions = {}) {
  const { headers = {}, body = '' } = options;
  const { hostname, port } = new URL(origin);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request({ hostname, port, path: target, method, headers, agent: false }, resolve);
    sent.on('error', reject).end(body);
  });
  return { status: response.statusCode ?? 0, headers: response.headers, body: await buffer(response) };
}

/** An entry of the operator's list for a remote outside the contract, with its zones on the home page. */
export const listed = ({ team }: TeamOrigin, zones: Readonly<Record<string, SectionId>>) => ({
  name: team.remote.name,
  origin: team.origin,
  publicKeys: [...team.publicKeys],
  zones: Object.entries(zones).map(([module, after]) => ({ module, page: 'home' as const, after })),
});

/** The operator's list of remotes: the setting for its file, and a function to replace its content. */
export function startList() {
  const file = path.join(temporaryFolder(), 'remotes.json');
  const write = (...remotes: readonly ReturnType<typeof listed>[]) => {
    writeFileSync(file, formatRemoteList({ remotes: [...remotes] }));
  };
  write();
  return { remotesFile: { file, needed: [] }, write };
}
