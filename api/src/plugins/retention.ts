import fastifyPlugin from 'fastify-plugin';
import { applyRetention } from '../submissions/personal-data';

const DAY_MS = 86_400_000;

/** Removes submissions that have become too old: when the API starts to listen, and once a day. */
export const retention = fastifyPlugin<{ months: number }>((app, { months }, done) => {
  let working = Promise.resolve();
  const apply = async () => {
    try {
      const counts = await applyRetention(app.database, { months });
      if (counts.applications + counts.messages > 0)
        app.log.info({ months, ...counts }, 'removed submissions older than RETENTION_MONTHS');
    } catch (error) {
      app.log.error({ err: error }, 'old submissions were not removed; tomorrow again');
    }
  };
  const start = () => {
    working = working.then(apply);
  };
  let daily: NodeJS.Timeout | undefined;
  app.addHook('onListen', (next) => {
    start();
    daily = setInterval(start, DAY_MS).unref();
    next();
  });
  app.addHook('onClose', async () => {
    clearInterval(daily);
    await working;
  });
  done();
});
