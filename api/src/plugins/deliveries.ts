import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Channels } from '../delivery/channels';
import { createWorker } from '../delivery/delivery-worker';
import { countUndelivered } from '../delivery/outbox';
import { within } from '../within';

const COUNT_MS = 2_000;

/**
 * Delivers submissions while the API runs: one worker for each channel. The returned function makes them look for a new
 * submission.
 */
export function startDeliveries(app: FastifyInstance, registry: Registry, channels: Channels): () => void {
  const attempts = new Counter({
    name: 'api_deliveries_total',
    help: 'Attempts to deliver a submission, by what became of them: delivered, failed (to be repeated) or dead',
    labelNames: ['channel', 'outcome'],
    registers: [registry],
  });
  new Gauge({
    name: 'api_deliveries_undelivered',
    help: 'Deliveries of all processes that are pending or dead',
    labelNames: ['channel', 'state'],
    registers: [registry],
    async collect() {
      const counts = await within(COUNT_MS, countUndelivered(app.database)).catch(() => undefined);
      this.reset();
      for (const { channel, state, count } of counts ?? []) this.set({ channel, state }, count);
    },
  });
  const workers = [...channels].map(([channel, deliver]) =>
    createWorker({
      ...{ channel, deliver, database: app.database, log: app.log },
      onOutcome: (outcome) => {
        attempts.inc({ channel, outcome });
      },
    }),
  );
  app.addHook('onListen', (next) => {
    for (const worker of workers) worker.start();
    next();
  });
  let stopped: Promise<unknown> = Promise.resolve();
  // While requests are still ending: the deliveries that they add are left to another process, or the next start.
  app.addHook('preClose', (next) => {
    stopped = Promise.all(workers.map((worker) => worker.stop()));
    next();
  });
  app.addHook('onClose', () => stopped);
  return () => {
    for (const worker of workers) worker.wake();
  };
}
