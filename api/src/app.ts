import etag from '@fastify/etag';
import helmet from '@fastify/helmet';
import swagger from '@fastify/swagger';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, { type FastifyInstance } from 'fastify';
import * as formSchemas from '@vidlunnia/contracts/form-schemas';
import { Registry } from 'prom-client';
import * as schemas from '@vidlunnia/contracts/schemas';
import { operatorPort, promptClose, requestIds, requests } from '@vidlunnia/operating';
import type { ServedContent } from './content/live-content';
import type { Database } from './database/database';
import type { Channels } from './delivery/channels';
import type { Environment } from './config/environment';
import { startDeliveries } from './plugins/deliveries';
import { logOptions } from './plugins/logging';
import { replyProblems, sendProblem } from './plugins/problems';
import { limitRates } from './plugins/rate-limit';
import { securityHeaders } from './plugins/security-headers';
import { startRetention } from './plugins/retention';
import { contentRoutes } from './routes/content';
import { healthRoutes } from './routes/health';
import { submissionRoutes } from './routes/submissions';
import { visitRoutes } from './routes/visits';
import { spamFilter } from './submissions/spam';

declare module 'fastify' {
  interface FastifyInstance {
    readonly database: Database;
  }
}

export interface AppOptions extends Environment {
  readonly content: ServedContent;
  /** Migrated; the caller opens and closes it. */
  readonly database: Database;
  /** Channels on which submissions are delivered while the API listens. */
  readonly channels: Channels;
  /** Returns milliseconds since 1970; the system's clock by default. */
  readonly now?: () => number;
}

const REQUEST_MS = 10_000;
const CONNECTION_MS = 30_000;
const BODY_BYTES = 32 * 1024;
/** The longest name of a file, in characters: pictures keep theirs. */
const MAX_NAME = 255;

/** The contract's schemas that have a name in OpenAPI. */
const SCHEMAS = Object.values({ ...schemas, ...formSchemas }).filter((schema) => '$id' in schema);

/** The API, ready to listen or for calls of `inject`. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { content, database, channels, trustProxy, now = Date.now } = options;
  const registry = new Registry();
  const app = fastify({
    ...logOptions(options.logLevel),
    ...requestIds,
    trustProxy,
    bodyLimit: BODY_BYTES,
    routerOptions: { maxParamLength: MAX_NAME },
    requestTimeout: REQUEST_MS,
    connectionTimeout: CONNECTION_MS,
    // Longer than a proxy keeps its own idle connections, so that it never writes to one that is being closed.
    keepAliveTimeout: 72_000,
    http: { connectionsCheckingInterval: 1_000 },
    forceCloseConnections: 'idle',
    ajv: {
      customOptions: { allErrors: true, coerceTypes: false, removeAdditional: false, useDefaults: false },
    },
    frameworkErrors: (error, request, reply) => {
      sendProblem(error, request, reply);
    },
  }).withTypeProvider<TypeBoxTypeProvider>();

  app.decorate('database', database);
  app.removeContentTypeParser('text/plain');
  for (const schema of SCHEMAS) app.addSchema(schema);
  replyProblems(app);

  await app.register(promptClose);
  await app.register(requests);
  await app.register(operatorPort, { port: options.metricsPort, host: options.host, registry });
  startRetention(app, options.retentionMonths);
  const wake = startDeliveries(app, registry, channels);
  await app.register(helmet, securityHeaders());
  await limitRates(app, options);
  await app.register(etag);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Vidlunnia API',
        description: 'Content and submissions of the agency’s website',
        version: '1',
      },
    },
    refResolver: {
      buildLocalReference: (json, _base, _fragment, index) =>
        typeof json.$id === 'string' ? json.$id : `schema-${String(index)}`,
    },
  });
  await app.register(contentRoutes, { prefix: '/api', content, now });
  await app.register(submissionRoutes, {
    prefix: '/api',
    spam: spamFilter(database, now),
    channels: [...channels.keys()],
    wake,
    perMinute: options.submissionsPerMinute,
  });
  await app.register(healthRoutes, { prefix: '/api' });
  await app.register(visitRoutes);
  return app;
}
