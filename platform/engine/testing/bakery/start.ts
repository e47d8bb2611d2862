import { jest } from '@jest/globals';
import { shellContract } from '@vidlunnia/releases/shell-contract';
import type { Respond } from '@vidlunnia/settings/testing/local-server';
import * as parts from '../../server';
import { openEngine, type Engine, type StartRenderer } from '../../server/open-engine';
import type { EngineSettings } from '../../server/engine-settings';
import type { FactsSource } from '../../site';
import { atEnd, serveSite, settingsOf, SHARED, startOrigins, type ServedSite } from '../site';
import { bakeryPages, MODULE_IDS, pageAt, REMOTES, type RemoteName } from './pages';
import { bakeryServer, previewTexts } from './server';

/** The contract of the bakery's pages, which sample releases fit. */
export const CONTRACT = shellContract(MODULE_IDS, [1], { shared: SHARED, declarations: {} });

/** Settings of a test, and facts. */
type Changes = Partial<EngineSettings> & { readonly facts?: Partial<FactsSource> };

/** Builds the bakery's server. It rejects orders; its API returns the headers of a preview. */
async function buildBakery(
  facts: Partial<FactsSource>,
  settings: EngineSettings,
  folder: string,
  startRenderer: StartRenderer,
) {
  const app = parts.createServer(settings);
  await app.register(parts.engine, { site: bakeryServer(facts), settings, folder, startRenderer });
  await app.register(parts.previews, {
    maxSets: settings.previews,
    texts: previewTexts,
    contentSigner: 'shop',
  });
  await app.register(parts.groups);
  app.post('/order', async (request, reply) => {
    const input = { order: { accepted: false, values: { name: 'Golden Crust' } } };
    const wanted = { page: pageAt('/'), input, returnsInput: true };
    const { inline, bodies } = await app.respond(wanted, request);
    reply.inline = inline;
    return reply.status(422).type('text/html; charset=utf-8').send(bodies.identity);
  });
  app.all('/api/*', (request) => request.preview?.headers ?? {});
  return app;
}

const TESTED = { pages: bakeryPages, remotes: REMOTES };

export type ServedBakery = ServedSite<RemoteName>;

/** The bakery's server with a small build, a real API and real origins. */
export const startBakery = (
  answerApi?: Respond,
  { facts = {}, ...changes }: Changes = {},
): Promise<ServedBakery> =>
  serveSite({ ...TESTED, build: (...given) => buildBakery(facts, ...given) }, answerApi, changes);

export type Teams = Awaited<ReturnType<typeof startTeams>>;

/** Starts all teams' origins, and opens engines that use them with renderers without workers. */
export async function startTeams() {
  const origins = await startOrigins(TESTED);
  const log = { info: jest.fn(), warn: jest.fn() };
  /** Opens an engine. Stopping it and opening another is like a restart. */
  async function open({ facts, ...changes }: Changes = {}, contract = CONTRACT): Promise<Engine> {
    const settings = settingsOf(origins.teams, { dataDir: origins.folder, pollInterval: 20, ...changes });
    const engine = await openEngine(bakeryServer(facts), settings, contract, log, origins.renderTest);
    atEnd(() => engine.stop());
    return engine;
  }
  return { ...origins, log, open };
}

/** The expected result of `versionsOf` for all teams: these versions, and `rest` for the others. */
export const versionsWith = (rest: string, own: Partial<Record<RemoteName, string>> = {}): string[] =>
  REMOTES.map((name) => `${name}@${own[name] ?? rest}`).sort();
