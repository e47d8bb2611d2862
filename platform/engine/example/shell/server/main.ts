import path from 'node:path';
import { createServer, engine, readEngineSettings } from '@vidlunnia/engine/server';
import { readSettings } from '@vidlunnia/settings';
import { messageOf, portError } from '@vidlunnia/settings/machine';
import { pages } from '../src/pages';
const site = {
  ...pages,
  contractVersions: [1],
  language: 'en',
  headTags: () => [],
  requestOf: (url: string) => Promise.resolve({ page: pages.pageAt(url.split('?')[0] ?? '/') }),
  noticePage: (_: unknown, status: number) =>
    `<!doctype html><title>${String(status)}</title>Please come back later.`,
  goldenPages: { '/': { page: pages.pageAt('/') }, '/story': { page: pages.pageAt('/story') } },
};
async function serve() {
  const settings = readSettings(process.env, (reader) => readEngineSettings(reader, ['menu', 'story']));
  const app = createServer(settings);
  await app.register(engine, { site, settings, folder: path.resolve(__dirname, '../..') });
  await app.listen({ host: settings.host, port: settings.port });
}
serve().catch((error: unknown) => {
  console.error(messageOf(portError(error, 'PORT')));
  process.exit(1);
});
