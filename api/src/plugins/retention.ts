import fastifyPlugin from 'fastify-plugin';
import { applyRetention } from '../submissions/personal-data';
import { removeOldVisits } from '../routes/visits';
import { removeTrials } from '../submissions/trials';

const HOUR_MS = 3_600_000;

/**
 * Removes submissions and counts of visits that have become too old, and trials of previews that have ended: when the
 * API starts to listen, and once an hour.
 */
export const retention = fastifyPlugin<{ months: number }>((app, { months }, done) => {
  let working = Promise.resolve();
  const apply = async () => {
    try {
      await removeTrials(app.database);
      await removeOldVisits(app.database);
      const counts = await applyRetention(app.database, { months });
      if (counts.applications + counts.messages > 0)
        app.log.info({ months, ...counts }, 'removed submissions older than RETENTION_MONTHS');
    } catch (error) {
      app.log.error({ err: error }, 'old submissions were not removed; in an hour again');
    }
  };
  const start = () => {
    working = working.then(apply);
  };
  let hourly: NodeJS.Timeout | undefined;
  app.addHook('onListen', (next) => {
    start();
    hourly = setInterval(start, HOUR_MS).unref();
    next();
  });
  app.addHook('onClose', async () => {
    clearInterval(hourly);
    await working;
  });
  done();
});
