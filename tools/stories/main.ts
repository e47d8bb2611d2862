import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { keepWebpack } from '@vidlunnia/remote-kit/build/run-webpack';
import { baseConfig } from '@vidlunnia/remote-kit/build/webpack/base-config';
import { repositoryRoot } from '@vidlunnia/settings/machine';
import { failTask } from '@vidlunnia/remote-kit/process/task';
import { command, runCommand } from '@vidlunnia/settings/commands';
import { onChange } from '@vidlunnia/remote-kit/process/development';
import fastify from 'fastify';

const STORIES = path.join(repositoryRoot(), 'tools/stories');
/** With the version in their path, files are named without hashes, as index.html names them. */
const VERSION = 'development';
const PREFIX = `/${VERSION}/`;

/** Serves the component page and rebuilds it after every change, until the process ends. */
async function serve(): Promise<void> {
  const output = path.join(STORIES, 'dist');
  const config = baseConfig(
    { name: 'stories', directory: STORIES, publicPath: PREFIX, styles: 'page' },
    { mode: 'development', version: VERSION, output },
    'client',
  );
  const build = keepWebpack([{ ...config, entry: { stories: './src/main.tsx' } }]);
  const sources = ['tools/stories', 'shared', 'platform', 'shell/src', 'mfe-home', 'mfe-blog', 'mfe-forms'];
  const { first, stop: unwatch } = onChange(
    sources.map((folder) => path.join(repositoryRoot(), folder)),
    async () => void (await build()),
    (problem) => {
      if (problem !== null) console.error(problem);
    },
  );
  await first;
  const app = fastify();
  const client = { root: path.join(output, 'client'), prefix: PREFIX, cacheControl: false };
  await app.register(fastifyStatic, client);
  const icons = { root: path.join(repositoryRoot(), 'api/content/icons'), prefix: '/api/icons/' };
  await app.register(fastifyStatic, { ...icons, decorateReply: false });
  app.get('/', (_, reply) => reply.sendFile('index.html', STORIES));
  const address = await app.listen({ host: 'localhost', port: 0 });
  const stop = () => void Promise.all([unwatch(), app.close()]);
  process.once('SIGINT', stop).once('SIGTERM', stop);
  console.warn(`The components are at ${address}/ (reload after a change, Ctrl+C to end)`);
}

const ui = command({
  does: 'Shows the components on a page of their own, and every saved change.',
  run: serve,
});

runCommand({ ui }, ['ui', ...process.argv.slice(2)]).catch(failTask);
