import fastify from 'fastify';
import fp from 'fastify-plugin';
import { collectDefaultMetrics, Histogram, type Counter, type Gauge, type Registry } from 'prom-client';

/** Seconds, from a cached page to the deadline of a request. */
const BUCKETS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];

interface OperatorPort {
  /** `undefined` disables metrics; 0 lets the system choose. */
  readonly port: number | undefined;
  readonly host: string;
  readonly registry: Registry;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Origin of `/metrics`; `null` when disabled. */
    readonly operatorOrigin: string | null;
  }
}

/** Measures every request and serves `/metrics` on the operator's own port. */
export const operatorPort = fp<OperatorPort>(async (app, { port, host, registry }) => {
  if (port === undefined) {
    app.decorate('operatorOrigin', null);
    return;
  }
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Responses by route pattern and class of status',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, next) => {
    const route = request.routeOptions.url ?? 'unknown';
    const status = `${String(Math.floor(reply.statusCode / 100))}xx`;
    requests.observe({ method: request.method, route, status }, reply.elapsedTime / 1000);
    next();
  });
  collectDefaultMetrics({ register: registry });
  const operator = fastify({ forceCloseConnections: true });
  operator.get('/metrics', async (_, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
  app.decorate('operatorOrigin', await operator.listen({ port, host }));
  app.addHook('onClose', () => operator.close());
});

type Labels = Readonly<Record<string, string>>;

/** A metric that is computed on each request for `/metrics`. */
export function pulled(
  registry: Registry,
  Metric: typeof Counter | typeof Gauge,
  name: string,
  help: string,
  labelNames: readonly string[],
  read: () => Iterable<readonly [labels: Labels, value: number]>,
): void {
  new Metric({
    name,
    help,
    labelNames,
    registers: [registry],
    collect() {
      this.reset();
      for (const [labels, value] of read()) this.inc(labels, value);
    },
  });
}
