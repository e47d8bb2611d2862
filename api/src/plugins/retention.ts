import fastifyPlugin from 'fastify-plugin';
import { applyRetention, submissionsIn } from '../submissions/retention';
import { removeOldVisits } from '../routes/visits';
import { removeTrials } from '../submissions/trials';

const HOUR_MS = 3_600_000;

/**
 * Removes submissions and counts of visits that have become too old, and trials of previews that have ended: when the
 * API starts to listen, and once an hour.
 */
export const retention = fastifyPlugin<{ months: number }>((app, { months }, done) => {
  let working = Promise.resolve();
  let previousLimit: string | undefined;
  const removeSubmissions = async () => {
    const options = { months, previousLimit };
    const planned = await applyRetention(app.database, { ...options, dryRun: true });
    if (submissionsIn(planned.removed) > 0)
      app.log.info({ months, ...planned }, 'removing submissions older than RETENTION_MONTHS');
    const result = await applyRetention(app.database, options);
    previousLimit = result.before;
    if (submissionsIn(result.removed) > 0)
      app.log.info({ months, ...result }, 'removed submissions older than RETENTION_MONTHS');
    if (result.kept > 0)
      app.log.warn(
        { months, ...result },
        'submissions look older than RETENTION_MONTHS but are kept: is the clock right? See submissions retention',
      );
  };
  const apply = async () => {
    try {
      await removeTrials(app.database);
      await removeOldVisits(app.database);
      await removeSubmissions();
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
