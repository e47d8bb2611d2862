import type { FastifyInstance } from 'fastify';
import { trials } from '../database/schema';
import { wipeRemoved } from '../database/wipe-removed';
import { removeOldVisits } from '../routes/visits';
import { applyRetention, submissionsIn, type Retention } from '../submissions/retention';

const HOUR_MS = 3_600_000;

/**
 * Removes submissions and counts of visits that have become too old: when the API starts to listen, and once an hour.
 */
export function startRetention(app: FastifyInstance, months: number): void {
  const { database, log } = app;
  let working = Promise.resolve();
  let previousLimit: string | undefined;
  const removeSubmissions = async () => {
    const say = (facts: Retention, what: string) => {
      if (submissionsIn(facts.removed) > 0)
        log.info({ months, ...facts }, `${what} submissions older than RETENTION_MONTHS`);
    };
    const result = await applyRetention(database, {
      ...{ months, previousLimit },
      announce: (planned) => {
        say(planned, 'removing');
      },
    });
    say(result, 'removed');
    previousLimit = result.before;
    if (result.kept > 0)
      log.warn(
        { months, ...result },
        'submissions look older than RETENTION_MONTHS but are kept: is the clock right? See submissions retention',
      );
  };
  const apply = async () => {
    try {
      const tried = await database.delete(trials).returning({ id: trials.id });
      if (tried.length > 0) await wipeRemoved(database);
      await removeOldVisits(database);
      await removeSubmissions();
    } catch (error) {
      log.error({ err: error }, 'old submissions were not removed; in an hour again');
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
}
