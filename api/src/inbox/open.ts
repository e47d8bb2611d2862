import { once } from 'node:events';
import { codeOf } from '@vidlunnia/settings/machine';
import type { FastifyInstance } from 'fastify';
import type { Environment } from '../config/environment';
import type { Database } from '../database/database';
import { databaseName } from '../database/open-database';
import { channelsOf } from '../delivery/channels';
import type { Print } from '../submissions/channel';
import { buildInbox } from './app';

/** The inbox of a process: it opens when somebody first asks for it. */
export function inboxOf(environment: Environment) {
  const { port, host, token } = environment.inbox;
  let opened: { readonly app: FastifyInstance; readonly welcome: () => string } | undefined;
  const start = async (database: Database) => {
    const name = databaseName(environment);
    const channels = [...channelsOf(environment).keys()];
    const options = { ...environment, database, databaseName: name, channels, token };
    const { app, newLink } = await buildInbox(options);
    const origin = await app.listen({ port, host }).catch((error: unknown) => {
      throw codeOf(error) === 'EADDRINUSE'
        ? new Error(`Порт ${String(port)} зайнято; виберіть інший: INBOX_PORT`)
        : error;
    });
    const server = environment.databaseUrl === undefined ? 'сайт' : 'ця команда';
    const end = `База: ${name}\nВхідні відкрито, доки працює ${server}.\n`;
    const link = () => `${origin}${newLink()}\nПосилання діє 15 хвилин і лише раз.`;
    return { app, welcome: () => `${token === undefined ? link() : origin}\n${end}` };
  };
  return {
    /** Opens the inbox if it is closed, and prints the address to enter at. */
    async open(database: Database, print: Print): Promise<void> {
      opened ??= await start(database);
      await print(opened.welcome());
    },
    close: async () => opened?.app.close(),
  };
}

export type Inbox = ReturnType<typeof inboxOf>;

/** Serves the inbox until this process is stopped. */
export async function serveInbox(environment: Environment, database: Database, print: Print): Promise<void> {
  // Otherwise the site could not start while somebody reads.
  if (environment.databaseUrl === undefined)
    throw new Error('Сайт не працює. Запустіть його (npm start), а потім знову npm run inbox');
  const inbox = inboxOf(environment);
  await inbox.open(database, print);
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  await inbox.close();
}
