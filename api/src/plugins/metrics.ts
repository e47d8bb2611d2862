import fastifyPlugin from 'fastify-plugin';
import { Counter, Registry } from 'prom-client';
import { FORM_ACTIONS } from '@vidlunnia/contracts';
import { operatorPort } from '@vidlunnia/operating';

declare module 'fastify' {
  interface FastifyInstance {
    /** The registry of all metrics. */
    readonly metrics: Registry;
  }
}

interface Options {
  readonly port: number | undefined;
  readonly host: string;
}

const FORMS = new Map<string, string>(Object.entries(FORM_ACTIONS).map(([form, address]) => [address, form]));

/** Metrics for operators on their own port: every request, and results of submissions. */
export const metrics = fastifyPlugin<Options>(async (app, { port, host }) => {
  const registry = new Registry();
  app.decorate('metrics', registry);
  const submissions = new Counter({
    name: 'api_submissions_total',
    help: 'Forms that were sent, by what became of them: accepted, rejected (4xx) or failed (5xx)',
    labelNames: ['form', 'outcome'],
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, next) => {
    const form = request.method === 'POST' ? FORMS.get(request.routeOptions.url ?? '') : undefined;
    if (form !== undefined) submissions.inc({ form, outcome: outcomeOf(reply.statusCode) });
    next();
  });
  await app.register(operatorPort, { port, host, registry });
});

function outcomeOf(status: number): 'accepted' | 'rejected' | 'failed' {
  if (status < 400) return 'accepted';
  return status < 500 ? 'rejected' : 'failed';
}
