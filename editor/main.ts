import path from 'node:path';
import { parseArgs } from 'node:util';
import fastifyStatic from '@fastify/static';
import { getter, siteUrlOf } from '@vidlunnia/settings';
import { repositoryRoot } from '@vidlunnia/remote-kit/process/repository';
import { codeOf } from '@vidlunnia/settings/errors';
import { failTask, interruption, say } from '@vidlunnia/remote-kit/process/task';
import fastify from 'fastify';
import { buildEditor } from './build';
import { hostedBackend, localBackend } from './backend';

/** The same at every start: browsers remember the chosen folder by the page's origin. */
const PORT = 3010;

/** `npm run editor`: serves the editor of this folder, or with `--build` writes the page that edits a repository. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      build: { type: 'string' },
      repository: { type: 'string' },
      backend: { type: 'string', default: 'github' },
      branch: { type: 'string', default: 'main' },
      server: { type: 'string' },
      'app-id': { type: 'string' },
    },
  });
  const site = siteUrlOf(getter(process.env));
  if (values.build !== undefined) {
    const folder = path.resolve(values.build);
    await buildEditor(folder, { ...hostedBackend(values), site });
    say(`Сторінка редактора — у теці ${folder}. Викладіть її на будь-який статичний хостинг з HTTPS.`);
    return;
  }
  const folder = path.join(repositoryRoot(), '.cache/editor');
  await buildEditor(folder, { ...localBackend(repositoryRoot()), site });
  await serve(folder);
}

async function serve(folder: string): Promise<void> {
  const app = fastify({ forceCloseConnections: true });
  await app.register(fastifyStatic, { root: folder, cacheControl: false });
  const listen = (port: number) => app.listen({ host: 'localhost', port });
  const address = await listen(PORT).catch((error: unknown) => {
    if (codeOf(error) !== 'EADDRINUSE') throw error;
    return listen(0);
  });
  say(`Редактор: ${address.replace('127.0.0.1', 'localhost').replace('[::1]', 'localhost')}/`);
  say(
    `Відкрийте цю адресу в Chrome або Edge, натисніть «Працювати з локальним репозиторієм» і виберіть теку ${repositoryRoot()}. Завершити: Ctrl+C.`,
  );
  interruption().addEventListener('abort', () => void app.close());
}

main().catch(failTask);
