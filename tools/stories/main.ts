import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { keepWebpack, runWebpack } from '@vidlunnia/remote-kit/build/run-webpack';
import type { Build } from '@vidlunnia/remote-kit/build/webpack/base-config';
import { repositoryRoot } from '@vidlunnia/settings/machine';
import { failTask } from '@vidlunnia/remote-kit/process/task';
import { command, runCommand } from '@vidlunnia/settings/commands';
import { onChange } from '@vidlunnia/remote-kit/process/development';
import fastify from 'fastify';
import { storiesConfig } from './stories-config';

const DIST = path.join(repositoryRoot(), 'tools/stories/dist');
const CLIENT = path.join(DIST, 'client');
const configOf = (mode: Build['mode']) => storiesConfig({ mode, version: mode, output: DIST });

/** Serves the component page and rebuilds it after every change, until the process ends. */
async function serve(): Promise<void> {
  const build = keepWebpack(configOf('development'));
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
  await app.register(fastifyStatic, { root: CLIENT, cacheControl: false });
  const icons = { root: path.join(repositoryRoot(), 'api/content/icons'), prefix: '/api/icons/' };
  await app.register(fastifyStatic, { ...icons, decorateReply: false });
  const address = await app.listen({ host: 'localhost', port: 0 });
  const stop = () => void Promise.all([unwatch(), app.close()]);
  process.once('SIGINT', stop).once('SIGTERM', stop);
  console.warn(`The components are at ${address}/ (reload after a change, Ctrl+C to end)`);
}

/** Builds the page once. Rejects with webpack's report. */
async function build(): Promise<void> {
  await runWebpack(configOf('production'));
  console.warn(`The component page is in ${CLIENT}; serve that folder at the root of an origin`);
}

const ui = command({
  does: 'Shows the components on a page of their own, and every saved change; --build writes that page instead.',
  options: { build: { type: 'boolean' } },
  run: (values) => (values.build ? build() : serve()),
});

runCommand({ ui }, ['ui', ...process.argv.slice(2)]).catch(failTask);
