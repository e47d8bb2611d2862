import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { getter, siteUrlOf } from '@vidlunnia/settings';
import { codeOf, loadSettings, messageOf, repositoryRoot } from '@vidlunnia/settings/machine';
import { command, runCommand } from '@vidlunnia/settings/commands';
import { failTask, interruption, say } from '@vidlunnia/remote-kit/process/task';
import fastify from 'fastify';
import { buildEditor } from './build';
import { hostedBackend, localBackend } from './backend';
import { ON_SITE } from './config';

/** A fixed port, because browsers remember the chosen folder by the page's origin. */
const PORT = 3010;

const editor = command({
  does: 'Відкриває редактор цієї теки; з --build пише сторінку, яка редагує репозиторій на хостингу.',
  options: {
    build: { type: 'string', value: 'FOLDER' },
    repository: { type: 'string', value: 'OWNER/NAME' },
    backend: { type: 'string', value: 'HOST' },
    branch: { type: 'string', value: 'NAME' },
    server: { type: 'string', value: 'URL' },
    'app-id': { type: 'string', value: 'ID' },
  },
  run: async ({ build, backend = 'github', branch = 'main', ...values }) => {
    const site = siteUrlOf(getter(process.env));
    const folder = build === undefined ? path.join(repositoryRoot(), '.cache/editor') : path.resolve(build);
    const where =
      build === undefined ? localBackend(repositoryRoot()) : hostedBackend({ ...values, backend, branch });
    await buildEditor(folder, { ...where, site });
    if (build === undefined) await serve(folder);
    else say(`Сторінка редактора — у теці ${folder}. Викладіть її на будь-який статичний хостинг з HTTPS.`);
  },
});

async function serve(folder: string): Promise<void> {
  const app = fastify({ forceCloseConnections: true });
  await app.register(fastifyStatic, { root: folder, cacheControl: false });
  app.get<{ Params: { '*': string } }>(`${ON_SITE}/*`, async ({ params, headers }, reply) => {
    // Sveltia asks whether the page is there.
    if (headers['sec-fetch-mode'] !== 'navigate') return reply.code(204).send();
    // Other sites must not publish.
    if (!['same-origin', 'none'].includes(String(headers['sec-fetch-site']))) return reply.code(403).send();
    // After the settings are loaded.
    const { publishDraftLink } = await import('@vidlunnia/scripts/content');
    return reply.redirect(`${await publishDraftLink()}&page=/${encodeURIComponent(params['*'])}`, 303);
  });
  app.setErrorHandler((error, _, reply) => reply.type('text/plain; charset=utf-8').send(messageOf(error)));
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

loadSettings();
runCommand({ editor }, ['editor', ...process.argv.slice(2)]).catch(failTask);
