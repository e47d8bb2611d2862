import fastifyPlugin from 'fastify-plugin';
import { Counter, Gauge } from 'prom-client';
import type { Channel } from '../database/schema';
import type { Channels } from '../delivery/channels';
import { DeliveryWorker } from '../delivery/delivery-worker';
import { countUndelivered } from '../delivery/outbox';
import { within } from '../within';

declare module 'fastify' {
  interface FastifyInstance {
    readonly deliveries: {
      /** Channels on which every submission is delivered. */
      readonly channels: readonly Channel[];
      /** Call it after a new submission. */
      readonly wake: () => void;
    };
  }
}

const COUNT_MS = 2_000;

/** Delivers submissions while the API runs: one worker for each channel. */
export const deliveries = fastifyPlugin<{ readonly channels: Channels }>((app, { channels }, done) => {
  const attempts = new Counter({
    name: 'api_deliveries_total',
    help: 'Attempts to deliver a submission, by what became of them: delivered, failed (to be repeated) or dead',
    labelNames: ['channel', 'outcome'],
    registers: [app.metrics],
  });
  new Gauge({
    name: 'api_deliveries_undelivered',
    help: 'Deliveries of all processes that are pending or dead',
    labelNames: ['channel', 'state'],
    registers: [app.metrics],
    async collect() {
      const counts = await within(COUNT_MS, countUndelivered(app.database)).catch(() => undefined);
      this.reset();
      for (const { channel, state, count } of counts ?? []) this.set({ channel, state }, count);
    },
  });
  const workers = [...channels].map(
    ([channel, deliver]) =>
      new DeliveryWorker({
        ...{ channel, deliver, database: app.database, log: app.log },
        onOutcome: (outcome) => {
          attempts.inc({ channel, outcome });
        },
      }),
  );
  app.decorate('deliveries', {
    channels: [...channels.keys()],
    wake: () => {
      for (const worker of workers) worker.wake();
    },
  });
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
  app.addHook('onClose', async () => {
    await stopped;
  });
  done();
});
