import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { IncomingMessage, RequestListener } from 'node:http';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, jest } from '@jest/globals';
import type { RemoteName, SectionId } from '@vidlunnia/contracts';
import { startLocalServer, type LocalServer } from '@vidlunnia/http/testing';
import { awaitEachRemote, forEachRemote, REMOTE_NAMES } from '@vidlunnia/settings/topology';
import { formatRemoteList } from '@vidlunnia/releases/remote-list';
import { shellContract } from '@vidlunnia/releases/shell-contract';
import { makeKeyPair, signManifest } from '@vidlunnia/releases/signature';
import { buildApp } from '../server/app';
import type { Environment } from '../server/environment';
import { openSite, type Site, type StartRenderer } from '../server/open-site';
import { MODULE_IDS } from '../src/pages/page-table';
import { fakeRenderer, type FakeRenderer } from './renderer';
import { startTeamOrigin, type TeamOrigin } from './team-origin';

const endings: (() => Promise<unknown> | undefined)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

/** Stops the clock, and moves it on by this time. Calls add up; the clock runs again when the test ends. */
export function later(milliseconds: number): void {
  const now = Date.now();
  const clock = jest.spyOn(Date, 'now').mockReturnValue(now + milliseconds);
  endings.push(() => {
    clock.mockRestore();
    return undefined;
  });
}

/** A folder that ends with the test. */
function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'shell-'));
  // With retries: a cancelled download may still have to end.
  endings.push(() => rm(folder, { recursive: true, maxRetries: 5 }));
  return folder;
}

/** Packages of the sample build. */
const SHARED = { react: '19.3.1' };
/** The shell's contract in these tests: sample releases fit it. */
export const CONTRACT = shellContract(MODULE_IDS, { shared: SHARED, declarations: {} });

type Changes = Partial<Environment> & { readonly startPatience?: number };

/** All teams' origins, and sites that use them, with renderers that need no worker. */
export interface Teams {
  readonly teams: Readonly<Record<RemoteName, TeamOrigin>>;
  readonly log: { readonly info: jest.Mock; readonly warn: jest.Mock };
  /** Every renderer so far, in order. */
  readonly renderers: readonly FakeRenderer[];
  /** Returns a renderer for any set, until the test mocks it. */
  readonly renderTest: jest.Mock<StartRenderer>;
  /** Folder of the store and of the history. */
  readonly folder: string;
  /** Opens a site; again, like a restarted shell, after the previous one was stopped. */
  open(changes?: Changes, contract?: typeof CONTRACT): Promise<Site>;
}

export async function startTeams(): Promise<Teams> {
  const teams = await awaitEachRemote((name) => startTeamOrigin(name));
  const folder = temporaryFolder();
  const renderers: FakeRenderer[] = [];
  const renderTest = jest.fn<StartRenderer>((set) => {
    const renderer = fakeRenderer(set);
    renderers.push(renderer);
    return Promise.resolve(renderer);
  });
  const log = { info: jest.fn(), warn: jest.fn() };
  return {
    ...{ teams, log, renderers, renderTest, folder },
    open: async (changes = {}, contract = CONTRACT) => {
      const environment = environmentOf(teams, { dataDir: folder, pollInterval: 5, ...changes });
      const site = await openSite(environment, contract, log, renderTest);
      endings.push(() => site.stop());
      return site;
    },
  };
}

const environmentOf = (teams: Teams['teams'], changes: Changes): Environment => ({
  port: 0,
  host: '127.0.0.1',
  metricsPort: undefined,
  siteUrl: 'https://vidlunnia.example',
  apiOrigin: 'http://127.0.0.1:1',
  pollInterval: 60_000,
  keepFor: 60_000,
  pageFreshFor: 5_000,
  rendersPerMinute: 100_000,
  previews: 4,
  trustProxy: null,
  development: false,
  retentionMonths: 12,
  logLevel: 'silent',
  remotesFile: undefined,
  dataDir: '',
  ...changes,
  teams: { ...forEachRemote((name) => teams[name].team), ...changes.teams },
});

/** Waits until the team has been polled completely at least once more. */
export async function nextPoll(team: TeamOrigin): Promise<void> {
  await team.untilAsked('/current.json');
  await team.untilAsked('/current.json');
}

/** The releases of the live set: `<remote>@<version>`. */
export const versionsOf = (site: Site): string[] =>
  Object.entries(site.live().releaseSet.remotes)
    .map(([name, { version }]) => `${name}@${version}`)
    .sort();

/** The result of `versionsOf` for a set of all teams: these versions and, for all others, `rest`. */
export const versionsWith = (rest: string, own: Partial<Record<RemoteName, string>> = {}): string[] =>
  REMOTE_NAMES.map((name) => `${name}@${own[name] ?? rest}`).sort();

/** A response as sent: not decoded. */
interface RawResponse {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

interface AskOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The shell's server with a small build, and a real API and real origins. */
export interface ServedSite {
  readonly origin: string;
  readonly api: LocalServer;
  readonly teams: Teams['teams'];
  /** The renderer of the latest set; `undefined` when there was none to render. */
  renderer(): FakeRenderer | undefined;
  readonly renderTest: Teams['renderTest'];
  ask(target: string, options?: AskOptions): Promise<RawResponse>;
  /** Metrics at the operator's port; rejects without one. */
  metrics(): Promise<string>;
}

/** Name of the sample build's starter, and its content. */
export const STARTER = { name: 'static/starter.4e5f6a7b.js', text: 'window.starter = {};' };

/** Name of a script of the sample build, and its content: large enough to be compressed. */
export const SCRIPT = { name: 'static/shell.0a1b2c3d.js', text: `// ${'луна '.repeat(500)}\n` };

export async function startSite(
  answerApi: RequestListener = (_, response) => response.end('{}'),
  changes: Partial<Environment> = {},
): Promise<ServedSite> {
  const [api, { teams, folder, renderTest, renderers }] = await Promise.all([
    startLocalServer(answerApi),
    startTeams(),
  ]);
  const environment = environmentOf(teams, { apiOrigin: api.origin, dataDir: folder, ...changes });
  const app = await buildApp(environment, sampleBuild(), (given, _dist, contract, log) =>
    openSite(given, contract, log, renderTest),
  );
  endings.push(() => app.close());
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    api: withoutOwn(api),
    ...{ origin, teams, renderTest },
    renderer: () => renderers.at(-1),
    ask: (target, options) => ask(origin, target, options),
    metrics: async () => (await fetch(`${String(app.operatorOrigin)}/metrics`)).text(),
  };
}

/** Without the requests that the shell makes by itself. */
const withoutOwn = (api: LocalServer): LocalServer => ({
  ...api,
  get received() {
    return api.received.filter(({ url }) => url !== '/api/content');
  },
});

function sampleBuild(): string {
  const folder = temporaryFolder();
  const chunks = { js: [SCRIPT.name], css: [], app: [], remotes: [] };
  const files = {
    'dist/client.json': JSON.stringify({ version: 'v', starter: STARTER.name, ...chunks, shared: SHARED }),
    [`dist/client/${SCRIPT.name}`]: SCRIPT.text,
    [`dist/client/${STARTER.name}`]: STARTER.text,
    'public/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  };
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), content);
  }
  return folder;
}

/** Sends the target unchanged: `fetch` would normalise its dots and slashes. */
const ask = (origin: string, target: string, { method = 'GET', headers = {}, body = '' }: AskOptions = {}) =>
  new Promise<RawResponse>((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const sent = request({ hostname, port, path: target, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });

const OPERATOR = makeKeyPair();

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
  let serial = 0;
  const write = (...remotes: readonly ReturnType<typeof listed>[]) => {
    const list = formatRemoteList({ serial: ++serial, remotes: [...remotes] });
    writeFileSync(file, list);
    writeFileSync(`${file}.sig`, signManifest(list, OPERATOR.privateKey));
    return serial;
  };
  write();
  return { remotesFile: { file, publicKeys: [OPERATOR.publicKey], needed: [] }, write };
}
