import { once } from 'node:events';
import type { FastifyInstance } from 'fastify';
import type { Environment } from '../config/environment';
import { FolderInUseError } from '../database/claim-folder';
import type { Database } from '../database/database';
import { openDatabase } from '../database/open-database';
import { channelsOf } from '../delivery/channels';
import { runThere, type Print } from '../submissions/channel';
import { buildInbox } from './app';

/** The inbox of a process: it opens when somebody first asks for it. */
export function inboxOf(environment: Environment) {
  const { port, host, token } = environment.inbox;
  let opened: { readonly app: FastifyInstance; readonly welcome: () => string } | undefined;
  const start = async (database: Database) => {
    const channels = [...channelsOf(environment).keys()];
    const name = databaseName(environment);
    const { app, newLink } = await buildInbox({
      ...environment,
      database,
      token,
      channels,
      databaseName: name,
    });
    const origin = await app.listen({ port, host }).catch((error: unknown) => {
      throw isTaken(error) ? new Error(`Порт ${String(port)} зайнято; виберіть інший: INBOX_PORT`) : error;
    });
    const link = () => `${origin}${newLink()}\nПосилання діє 15 хвилин і лише раз.`;
    return { app, welcome: () => `${token === undefined ? link() : origin}\nБаза: ${name}\n` };
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

const isTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

/** The database in the staff's words, without its password. */
function databaseName({ databaseUrl, dataDir }: Environment): string {
  if (databaseUrl === undefined) return `вбудована, у теці ${dataDir}`;
  const { hostname, pathname } = new URL(databaseUrl);
  return `PostgreSQL, ${pathname.slice(1)} на ${hostname}`;
}

/**
 * `inbox`: serves the inbox until it is stopped. On the embedded database, which only one process can open, the running
 * API serves it, and this command ends.
 */
export async function inboxCommand(environment: Environment): Promise<void> {
  const print: Print = (text) => Promise.resolve(void process.stdout.write(text));
  // Says where it looked, if there is no database.
  const opened = await openDatabase(environment, { create: false }).catch((error: unknown) => {
    if (error instanceof FolderInUseError) return undefined;
    throw error;
  });
  if (opened === undefined) {
    await runThere(environment.dataDir, ['inbox'], print);
    await print('Вхідні відкрито, доки працює сайт.\n');
    return;
  }
  const inbox = inboxOf(environment);
  try {
    // Otherwise the site could not start while somebody reads.
    if (environment.databaseUrl === undefined)
      throw new Error('Сайт не працює. Запустіть його (npm start), а потім знову npm run inbox');
    await inbox.open(opened.database, print);
    await print('Вхідні відкрито, доки працює ця команда.\n');
    await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  } finally {
    await inbox.close();
    await opened.close();
  }
}
