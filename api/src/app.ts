import fastify, { type FastifyInstance } from 'fastify';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { goneClients, requestIds, requestLog } from '@vidlunnia/operating';
import type { ContentStore } from './content/content-store';
import type { Database } from './database/database';
import type { Channels } from './delivery/channels';
import { deliveries } from './plugins/app/deliveries';
import { logOptions } from './plugins/app/logging';
import { metrics } from './plugins/app/metrics';
import { noteMethods } from './plugins/app/other-methods';
import { plainBodies } from './plugins/app/plain-bodies';
import { problems, sendProblem } from './plugins/app/problems';
import { promptClose } from './plugins/app/prompt-close';
import { retention } from './plugins/app/retention';
import { spam } from './plugins/app/spam';
import { entityTags } from './plugins/external/etag';
import { securityHeaders } from './plugins/external/helmet';
import { rateLimits } from './plugins/external/rate-limit';
import { openApi } from './plugins/external/swagger';
import { apiRoutes } from './routes/api';
import { createSubmissionGate, type SubmissionGate } from './submissions/submission-gate';

declare module 'fastify' {
  interface FastifyInstance {
    readonly content: Pick<ContentStore, 'current'>;
    readonly database: Database;
    readonly submissionsPerMinute: number;
    readonly submissionGate: SubmissionGate;
  }
}

export interface AppOptions {
  readonly content: Pick<ContentStore, 'current'>;
  /** Migrated; the caller opens and closes it. */
  readonly database: Database;
  /** On which submissions are delivered while it listens. */
  readonly channels: Channels;
  /** Address of the operator's port, and the port; none when `undefined`. */
  readonly host: string;
  readonly metricsPort: number | undefined;
  readonly logLevel: string;
  readonly trustProxy: string;
  /** Months after which submissions are removed; 0 keeps them. */
  readonly retentionMonths: number;
  readonly submissionsPerMinute: number;
  readonly requestsPerMinute: number;
  /** Whether other processes may have the same database. */
  readonly replicated: boolean;
  /** Milliseconds of the epoch; the system's clock without it. */
  readonly now?: () => number;
}

const REQUEST_MS = 10_000;
const CONNECTION_MS = 30_000;
const BODY_BYTES = 32 * 1024;
/** Submissions that are being stored at the same time: each of them waits for the others. */
const MOST_SUBMISSIONS = 24;

/** The API, ready to listen or to be called by `inject`. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const app = fastify({
    ...logOptions(options.logLevel),
    ...requestIds,
    trustProxy: options.trustProxy,
    bodyLimit: BODY_BYTES,
    requestTimeout: REQUEST_MS,
    connectionTimeout: CONNECTION_MS,
    // Longer than a proxy keeps its own idle connections, so that it never writes into one that is just closing.
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

  app.decorate('content', options.content);
  app.decorate('database', options.database);
  app.decorate('submissionsPerMinute', options.submissionsPerMinute);
  app.decorate('submissionGate', createSubmissionGate(MOST_SUBMISSIONS));
  app.removeContentTypeParser('text/plain');

  await app.register(promptClose);
  await app.register(goneClients);
  await app.register(requestLog);
  await app.register(metrics, { port: options.metricsPort, host: options.host });
  await app.register(retention, { months: options.retentionMonths });
  await app.register(deliveries, { channels: options.channels });
  await app.register(problems);
  await app.register(securityHeaders);
  await app.register(plainBodies);
  const { requestsPerMinute, submissionsPerMinute, replicated, trustProxy, now = Date.now } = options;
  await app.register(rateLimits, { requestsPerMinute, trustProxy });
  await app.register(spam, { submissionsPerMinute, replicated, now });
  await app.register(entityTags);
  await app.register(openApi);
  const rejectOtherMethods = noteMethods(app);
  await app.register(apiRoutes, { prefix: '/api' });
  rejectOtherMethods();
  return app;
}
