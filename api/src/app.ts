import etag from '@fastify/etag';
import helmet from '@fastify/helmet';
import swagger from '@fastify/swagger';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, { type FastifyInstance } from 'fastify';
import * as formSchemas from '@vidlunnia/contracts/form-schemas';
import * as schemas from '@vidlunnia/contracts/schemas';
import { promptClose, requestIds, requests } from '@vidlunnia/operating';
import type { LiveContent } from './content/live-content';
import type { Database } from './database/database';
import type { Channels } from './delivery/channels';
import { deliveries } from './plugins/deliveries';
import { logOptions } from './plugins/logging';
import { metrics } from './plugins/metrics';
import { noteMethods } from './plugins/other-methods';
import { problems, replyProblem, sendProblem } from './plugins/problems';
import { rateLimits } from './plugins/rate-limit';
import { retention } from './plugins/retention';
import { spam } from './plugins/spam';
import { contentRoutes } from './routes/content';
import { healthRoutes } from './routes/health';
import { submissionRoutes } from './routes/submissions';
import { visitRoutes } from './routes/visits';

declare module 'fastify' {
  interface FastifyInstance {
    readonly content: ServedContent;
    readonly database: Database;
  }
}

/** The served content; new content replaces `current`. */
type ServedContent = Pick<LiveContent, 'current'> & Partial<LiveContent>;

export interface AppOptions {
  readonly content: ServedContent;
  /** Migrated; the caller opens and closes it. */
  readonly database: Database;
  /** Channels on which submissions are delivered while the API listens. */
  readonly channels: Channels;
  /** Address and port for operators; no port when `undefined`. */
  readonly host: string;
  readonly metricsPort: number | undefined;
  readonly logLevel: string;
  readonly trustProxy: string;
  /** Months after which submissions are removed; 0 keeps them. */
  readonly retentionMonths: number;
  readonly submissionsPerMinute: number;
  readonly requestsPerMinute: number;
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

/** Headers for data responses: they must not run scripts, load anything or be framed. */
const SECURITY_HEADERS = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'none'"],
      'frame-ancestors': ["'none'"],
    },
  },
  frameguard: { action: 'deny' },
  // Only the gateway that terminates TLS knows whether a host always uses it.
  strictTransportSecurity: false,
} as const;

/** The API, ready to listen or for calls of `inject`. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { requestsPerMinute, submissionsPerMinute, trustProxy, now = Date.now } = options;
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

  app.decorate('content', options.content);
  app.decorate('database', options.database);
  app.removeContentTypeParser('text/plain');
  for (const schema of SCHEMAS) app.addSchema(schema);

  await app.register(promptClose);
  await app.register(requests);
  await app.register(metrics, { port: options.metricsPort, host: options.host });
  await app.register(retention, { months: options.retentionMonths });
  await app.register(deliveries, { channels: options.channels });
  await app.register(problems);
  await app.register(helmet, SECURITY_HEADERS);
  rejectEncodedBodies(app);
  await app.register(rateLimits, { requestsPerMinute, trustProxy });
  await app.register(spam, { now });
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
  const rejectOtherMethods = noteMethods(app);
  await app.register(contentRoutes, { prefix: '/api', now });
  await app.register(submissionRoutes, { prefix: '/api', perMinute: submissionsPerMinute });
  await app.register(healthRoutes, { prefix: '/api' });
  await app.register(visitRoutes);
  rejectOtherMethods();
  return app;
}

/** The API does not decode bodies (RFC 9110, section 8.4): they are small without compression. */
function rejectEncodedBodies(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, next) => {
    const { 'content-encoding': encoding = 'identity' } = request.headers;
    if (encoding.toLowerCase() === 'identity') next();
    else replyProblem(reply.header('accept-encoding', 'identity'), 415);
  });
}
