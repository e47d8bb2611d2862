import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import fastify, { type FastifyReply } from 'fastify';
import fp from 'fastify-plugin';
import { collectDefaultMetrics, Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** A program's log; a Fastify instance's `log` is one. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
}

/** Identifies one request in the logs of shell and API. */
export const REQUEST_ID_HEADER = 'x-request-id';

/** Marks a form from a preview, which ends then, in seconds since 1970. The API checks the form, but does not store it. */
export const TRIAL_HEADER = 'x-trial-until';

/** Names the version of the content for the API's response, for example a draft. For pages of a preview. */
export const CONTENT_HEADER = 'x-content-version';

/** Ids that are safe in logs and headers. */
const SANE_ID = /^[\w-]{1,64}$/;

/** Server options that keep a request's well-formed id. */
export const requestIds = {
  requestIdHeader: false,
  genReqId: ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
    const id = headers[REQUEST_ID_HEADER];
    return typeof id === 'string' && SANE_ID.test(id) ? id : randomUUID();
  },
} as const;

/** A query may contain text that a visitor typed. */
export const withoutQuery = (url: string): string => url.split('?', 1).join('');

interface RequestOptions {
  /** More fields for the log line of a response. */
  readonly fields?: (reply: FastifyReply) => object;
}

/**
 * Sends every request's id back, and logs one line for each response. A line has no personal data: no address, query,
 * body or header. Routes with a `logLevel` of `warn` have no line. A request with a closed connection is dropped,
 * because code that needs the client's address would fail.
 */
export const requests = fp<RequestOptions>((app, { fields }, done) => {
  app.addHook('onRequest', (request, reply, next) => {
    reply.header(REQUEST_ID_HEADER, request.id);
    if (request.socket.remoteAddress === undefined) reply.hijack();
    else next();
  });
  app.addHook('onResponse', (request, reply, next) => {
    request.log.info(
      {
        method: request.method,
        path: withoutQuery(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ...fields?.(reply),
      },
      'request',
    );
    next();
  });
  done();
});

const IDLE_CHECK_MS = 50;
/** For requests in flight at a stop. Less than the ten seconds between SIGTERM and SIGKILL of container engines. */
const FINISH_MS = 8_000;

/**
 * Lets a stopping server end as soon as its last response is sent, or after eight seconds. Fastify closes only
 * connections that are idle at the beginning of the stop; for later ones it would wait until their keep-alive time is
 * over.
 */
export const promptClose = fp((app, _options, done) => {
  app.addHook('preClose', (next) => {
    const { server } = app;
    const idle = setInterval(() => {
      server.closeIdleConnections();
    }, IDLE_CHECK_MS);
    const late = setTimeout(() => {
      server.closeAllConnections();
    }, FINISH_MS);
    server.once('close', () => {
      clearInterval(idle);
      clearTimeout(late);
    });
    next();
  });
  done();
});

/** Buckets in seconds, from a cached page to the deadline of a request. */
const BUCKETS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];

interface OperatorPort {
  /** `undefined` disables metrics; 0 lets the system choose a port. */
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
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Responses by route pattern and class of status',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, next) => {
    const route = request.routeOptions.url ?? 'unknown';
    const status = `${String(Math.floor(reply.statusCode / 100))}xx`;
    durations.observe({ method: request.method, route, status }, reply.elapsedTime / 1000);
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

/** A metric that is computed on each request for `/metrics`: a counter if its name ends with `_total`, else a gauge. */
export function pulled(
  registry: Registry,
  name: string,
  help: string,
  labelNames: readonly string[],
  read: () => Iterable<readonly [labels: Labels, value: number]>,
): void {
  const Metric = name.endsWith('_total') ? Counter : Gauge;
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
