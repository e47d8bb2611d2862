import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener } from 'node:http';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach } from '@jest/globals';
import type { RemoteName } from '@vidlunnia/contracts';
import { startLocalServer, type LocalServer } from '@vidlunnia/http/testing';
import { forEachRemote } from '@vidlunnia/remote-kit/environment/topology';
import { buildApp } from '../server/app';
import type { Environment } from '../server/environment';
import type { openSite } from '../server/open-site';
import { openLiveSite } from '../server/releases/live-site';
import { openHistory } from '../server/releases/history';
import { openReleaseStore } from '../server/releases/release-store';
import { openRemotesFile } from '../server/releases/remotes-file';
import { fakeRenderer, type FakeRenderer } from './renderer';
import { startTeamOrigins, type TeamOrigin } from './team-origin';

/** A response as it came over the wire: nothing is decoded. */
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

/** The shell's server with a small build, before real upstreams and with a renderer that needs no worker. */
export interface Site {
  readonly api: LocalServer;
  readonly teams: Readonly<Record<RemoteName, TeamOrigin>>;
  /** What renders its pages: the one of the latest set; `null` when there was none to render. */
  renderer(): FakeRenderer | null;
  ask(target: string, options?: AskOptions): Promise<RawResponse>;
  /** What the operator's port says; rejects without one. */
  metrics(): Promise<string>;
}

const endings: (() => Promise<unknown> | undefined)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

/** Name of the sample build's starter, and the script in it. */
export const STARTER = { name: 'static/starter.4e5f6a7b.js', text: 'window.starter = {};' };

/** Name of a script of the sample build, and what is in it: enough to be worth compressing. */
export const SCRIPT = { name: 'static/shell.0a1b2c3d.js', text: `// ${'луна '.repeat(500)}\n` };

/** What its build says that it provides. */
const SHARED = { react: '19.3.1' };

export async function startSite(
  answerApi: RequestListener = (_, response) => response.end('{}'),
  changes: Partial<Environment> = {},
): Promise<Site> {
  const [api, teams] = await Promise.all([startLocalServer(answerApi), startTeamOrigins()]);
  const environment: Environment = {
    port: 0,
    host: '127.0.0.1',
    metricsPort: undefined,
    siteUrl: 'https://vidlunnia.example',
    apiOrigin: api.origin,
    teams: forEachRemote((name) => teams[name].team),
    pollInterval: 60_000,
    keepFor: 60_000,
    pageFreshFor: 5_000,
    rendersPerMinute: 100_000,
    trustProxy: null,
    development: false,
    retentionMonths: 12,
    logLevel: 'silent',
    dataDir: temporaryFolder(),
    ...changes,
  };
  let renderer: FakeRenderer | null = null;
  const open: typeof openSite = async ({ dataDir, remotesFile, ...known }, _dist, contract, log) => {
    const store = await openReleaseStore(path.join(dataDir, 'releases'));
    const history = await openHistory(path.join(dataDir, 'live.json'), log);
    const kept = path.join(dataDir, 'remotes.json');
    const list = remotesFile && (await openRemotesFile({ ...remotesFile, kept, log }));
    const renderTest = (set: FakeRenderer['releaseSet']) => Promise.resolve((renderer = fakeRenderer(set)));
    return {
      site: await openLiveSite({ ...known, remotesFile: list, contract, store, history, renderTest, log }),
      store,
    };
  };
  const app = await buildApp(environment, sampleBuild(), open);
  endings.push(() => app.close());
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    api,
    teams,
    renderer: () => renderer,
    ask: (target, options) => ask(origin, target, options),
    metrics: async () => (await fetch(`${String(app.operatorOrigin)}/metrics`)).text(),
  };
}

/** A folder that ends with the test. */
function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'shell-'));
  endings.push(() => {
    rmSync(folder, { recursive: true });
    return undefined;
  });
  return folder;
}

function sampleBuild(): string {
  const folder = temporaryFolder();
  const files = {
    'dist/client.json': JSON.stringify({
      version: 'v',
      starter: STARTER.name,
      js: [SCRIPT.name],
      css: [],
      app: [],
      remotes: [],
      http: [],
      shared: SHARED,
    }),
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

/** Sends the target as it is: `fetch` would put its dots and slashes right first. */
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
