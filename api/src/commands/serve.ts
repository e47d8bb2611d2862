import { portError } from '@vidlunnia/settings/machine';
import { api } from '@vidlunnia/settings/topology';
import { buildApp } from '../app';
import type { Environment } from '../config/environment';
import { openContent } from '../content/live-content';
import { channelsOf } from '../delivery/channels';
import { isDurable } from '../database/availability';
import { openDatabase } from '../database/open-database';
import { inboxOf } from '../inbox/open';
import { submissionsListener } from './submissions';

/**
 * Runs the API until it is stopped: reads the content, opens and migrates the database, then listens. New content is
 * served when it is published.
 */
export async function serve(environment: Environment): Promise<void> {
  const content = await openContent(environment.contentDir, environment);
  const inbox = inboxOf(environment);
  const { database, close } = await openDatabase(environment, {
    create: true,
    listener: submissionsListener(environment, inbox),
  });
  try {
    const app = await buildApp({
      ...environment,
      content,
      database,
      channels: channelsOf(environment, () => ({
        phone: content.current.owner.contact.phone,
        vacancies: content.current.home.vacancies.vacancies.map(({ title }) => title),
      })),
    });
    app.addHook('onClose', () => inbox.close());
    await app.listen({ port: environment.port, host: environment.host }).catch((error: unknown) => {
      throw portError(error, api.portVariable);
    });

    const facts = { database: environment.databaseUrl === undefined ? 'embedded' : 'PostgreSQL' };
    if (await isDurable(database))
      app.log.info(facts, 'what is accepted is on the database’s disk: a power cut takes nothing');
    else app.log.warn(facts, 'fsync or synchronous_commit is off: a power cut may take accepted submissions');

    const ended = new AbortController();
    content.follow(app.log, ended.signal);

    let stopping = false;
    const stop = async (signal: NodeJS.Signals) => {
      // Ctrl-C reaches this process twice: from the terminal and from the parent process.
      if (stopping) return;
      stopping = true;
      app.log.info({ signal }, 'stopping');
      ended.abort();
      await app.close();
      await close().catch((err: unknown) => {
        app.log.error({ err }, 'the database was not closed cleanly; its log recovers it at the next start');
        process.exit(1);
      });
      app.log.info('stopped');
      process.exit(0);
    };
    // Only once: a second signal ends the process immediately.
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.once(signal, (received) => void stop(received));
  } catch (error) {
    await close();
    throw error;
  }
}
