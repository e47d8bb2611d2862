import { mkdirSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, jest } from '@jest/globals';
import { formatRemoteList } from '@vidlunnia/releases/remote-list';
import { VISITS_PATH } from '@vidlunnia/releases/visits';
import { startLocalServer, type LocalServer, type Respond } from '@vidlunnia/settings/testing/local-server';
import { temporaryFolder } from '@vidlunnia/settings/testing';
import fastify, { type FastifyInstance } from 'fastify';
import type { ReleaseSet } from '../page/remotes/release-set';
import type { Engine, StartRenderer } from '../server/open-engine';
import type { EngineSettings } from '../server/engine-settings';
import type { SitePages } from '../site';
import { fakeRenderer, type FakeRenderer } from './renderer';
import { modulesOfRemote } from './release-set';
import { SITE_URL, startTeamOrigin, type TeamOrigin } from './team-origin';

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

/** Calls this after the test; the last one first. */
export const atEnd = (end: () => unknown): void => void endings.push(end);

/**
 * Stops the system's and the process's clock and advances both by this time. Calls add up; the clocks run again after
 * the test.
 */
export function later(milliseconds: number): void {
  for (const clock of [Date, performance]) {
    const now = clock.now();
    const stopped = jest.spyOn(clock, 'now').mockReturnValue(now + milliseconds);
    atEnd(() => {
      stopped.mockRestore();
    });
  }
}

/** A site under test: its pages, its remotes, and how its server is built. */
export interface TestedSite<Name extends string> {
  readonly pages: Pick<SitePages, 'modules' | 'addressOf'>;
  readonly remotes: readonly Name[];
  build(settings: EngineSettings, folder: string, startRenderer: StartRenderer): Promise<FastifyInstance>;
}

/** Starts the origins of all teams of a site; its renderers have no workers. */
export async function startOrigins<Name extends string>({
  pages,
  remotes,
}: Pick<TestedSite<Name>, 'pages' | 'remotes'>) {
  const origins = remotes.map(
    async (name) => [name, await startTeamOrigin(name, modulesOfRemote(name, pages))] as const,
  );
  const teams = Object.fromEntries(await Promise.all(origins)) as Record<Name, TeamOrigin>;
  /** All so far, in order. */
  const renderers: FakeRenderer[] = [];
  /** Returns a renderer for any set, until the test mocks it. */
  const renderTest = jest.fn<StartRenderer>((set) => {
    const renderer = fakeRenderer(set, pages);
    renderers.push(renderer);
    return Promise.resolve(renderer);
  });
  return { teams, renderers, renderTest, /** Folder of store and history. */ folder: temporaryFolder() };
}

export const settingsOf = (
  teams: Readonly<Record<string, TeamOrigin>>,
  changes: Partial<EngineSettings>,
): EngineSettings => ({
  port: 0,
  host: '127.0.0.1',
  metricsPort: undefined,
  trustProxy: null,
  logLevel: 'silent',
  siteUrl: SITE_URL,
  apiOrigin: 'http://127.0.0.1:1',
  remotesFile: undefined,
  dataDir: temporaryFolder(),
  // Long enough for the sample releases, even on a busy machine.
  startDeadlineMs: 60_000,
  pollInterval: 60_000,
  keepFor: 60_000,
  islandDataMs: 1_000,
  pageFreshFor: 5_000,
  rendersPerMinute: 100_000,
  previews: 4,
  development: false,
  ...changes,
  teams: {
    ...Object.fromEntries(Object.entries(teams).map(([name, { team }]) => [name, team])),
    ...changes.teams,
  },
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
export const liveVersions = (engine: Pick<Engine, 'live'>): string[] =>
  versionsOf(engine.live().releaseSet.remotes);

/** Packages of the sample build. */
export const SHARED = { react: '19.3.1' };

/** Name of the sample build's starter, and its content. */
export const STARTER = { name: 'static/starter.4e5f6a7b.js', text: 'window.starter = {};' };

/** Name of a script of the sample build, and its content. */
export const SCRIPT = { name: 'static/shell.0a1b2c3d.js', text: 'window.shell = {};' };

/** A server with only the parts that one plugin needs. */
export function serverWith(parts: Readonly<Record<string, object>>): FastifyInstance {
  const app = fastify();
  for (const [name, part] of Object.entries(parts)) app.decorate(name, part);
  return app;
}

export type ServedSite<Name extends string> = Awaited<ReturnType<typeof serveSite<Name>>>;

/** A site's server with a small build, a real API and real origins. */
export async function serveSite<Name extends string>(
  tested: TestedSite<Name>,
  answerApi: Respond = (_, response) => response.end('{}'),
  changes: Partial<EngineSettings> = {},
) {
  const [api, { teams, folder, renderTest, renderers }] = await Promise.all([
    startLocalServer(answerApi),
    startOrigins(tested),
  ]);
  const settings = settingsOf(teams, { apiOrigin: api.origin, dataDir: folder, ...changes });
  const app = await tested.build(settings, sampleBuild(), renderTest);
  atEnd(() => app.close());
  /** The server's warnings, except those with a request's id. */
  const warn = jest.spyOn(app.log, 'warn');
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    api: {
      ...api,
      /** Requests, except those that the server sends by itself. */
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
  mkdirSync(path.join(folder, 'public'), { recursive: true });
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

/** An entry of the operator's list for a remote outside the contract, with zones in the bakery's shop. */
export const listed = ({ team }: TeamOrigin, zones: Readonly<Record<string, string>>) => ({
  name: team.remote.name,
  origin: team.origin,
  publicKeys: [...team.publicKeys],
  zones: Object.entries(zones).map(([module, after]) => ({ module, page: 'shop', after })),
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
