import path from 'node:path';
import { format, types } from 'node:util';
import compress from '@fastify/compress';
import { promptClose, requestIds, requests, withoutQuery } from '@vidlunnia/operating';
import { shellContract } from '@vidlunnia/releases/shell-contract';
import fastify, { LogController, type FastifyInstance } from 'fastify';
import type { FastifyLoggerOptions, PinoLoggerOptions } from 'fastify/types/logger';
import { LRUCache } from 'lru-cache';
import { MODULE_IDS, UNKNOWN_ADDRESS } from '../src/pages/pages';
import type { Environment } from './environment';
import { openSite, renderWorkers, type StartRenderer } from './open-site';
import { readClientBuild } from './pages/document';
import { PageCache } from './pages/page-cache';
import { createPageStyles } from './pages/page-styles';
import { errors } from './plugins/errors';
import { metrics } from './plugins/metrics';
import { previews } from './previews/previews';
import { security } from './plugins/security';
import { apiProxy } from './routes/api';
import { feeds } from './routes/feeds';
import { files } from './routes/files';
import { forms } from './routes/forms';
import { health } from './routes/health';
import { createPageResponder, pages } from './routes/pages';
import { policyReports } from './routes/policy-reports';
import { releases } from './routes/releases';
import { groups } from './rollouts/groups';
import { reports } from './routes/reports';

/** The public server: pages, the shell's files, the remotes' files and the API, all on one origin. */
export async function buildApp(
  environment: Environment,
  folder: string,
  startRenderer?: StartRenderer,
): Promise<FastifyInstance> {
  const { apiOrigin, host, metricsPort, rendersPerMinute, retentionMonths, siteUrl } = environment;
  const app = createServer(environment);
  const dist = path.join(folder, 'dist');
  const client = path.join(dist, 'client');
  const { build, starter } = readClientBuild(dist);
  const contract = shellContract(MODULE_IDS, build);
  const workers = startRenderer ?? renderWorkers(environment, dist, app.log);
  const site = await openSite(environment, contract, app.log, workers);
  app.addHook('onClose', () => site.stop());
  const owner = () => site.live().releaseSet.owner;
  const cache = new PageCache(environment.pageFreshFor, site.contentVersion);
  const folders = { '/assets/': client, '/remotes/': site.releases };

  await app.register(promptClose);
  await app.register(requests, {
    fields: (reply) => ({ releaseSet: reply.getHeader('x-release-set') }),
  });
  await app.register(errors, { owner });
  await app.register(metrics, { port: metricsPort, host, site, cache });
  await app.register(security, { siteUrl, rendersPerMinute });
  await app.register(compress, {
    encodings: ['br', 'gzip', 'identity'],
    // Otherwise it also decodes request bodies, so the API's headers would not match its body.
    globalDecompression: false,
  });
  if (environment.development) {
    const { development } = await import('./plugins/development');
    await app.register(development, { site, environment, folders });
  }

  const pageStyles = createPageStyles(folders);
  const document = { build, starter, siteUrl, retentionMonths, pageStyles, log: app.log };
  const visited = {
    ...document,
    cache: environment.development ? null : cache,
    renders: app.metrics.renders,
  };
  const respond = createPageResponder({ ...visited, live: site.live });
  await app.register(previews, { site, siteUrl, maxSets: environment.previews, document });
  await app.register(groups, { site, document: visited, respondLive: respond });
  await app.register(health, { site });
  await app.register(apiProxy, { apiOrigin });
  await app.register(files, { client, publicFiles: path.join(folder, 'public'), site });
  await app.register(releases, { site });
  await app.register(reports, { site });
  await app.register(policyReports, { site });
  await app.register(forms, { apiOrigin, respond, owner });
  await app.register(feeds, { siteUrl, apiOrigin });
  await app.register(pages, { respond, apiOrigin });
  return app;
}

function createServer({ logLevel, trustProxy }: Environment): FastifyInstance {
  const repeats = limitRepeats();
  const app = fastify({
    logger: {
      level: logLevel,
      hooks: { logMethod: repeats.logMethod },
      serializers: {
        req: ({ method, url }) => ({ method, url: withoutQuery(url) }),
        err: describeError,
      },
    },
    ...requestIds,
    // `requests` logs instead.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustProxy ?? false,
    requestTimeout: 20_000,
    connectionTimeout: 60_000,
    forceCloseConnections: 'idle',
    // Otherwise Fastify would respond itself, without a page.
    rewriteUrl: ({ url = '/' }) => (isEncoded(url) ? url : UNKNOWN_ADDRESS),
  });
  app.addHook('onClose', (_, done) => {
    repeats.end();
    done();
  });
  return app;
}

/** Whether every percent sign of a URL belongs to valid percent-encoded text. */
function isEncoded(url: string): boolean {
  try {
    return decodeURIComponent(withoutQuery(url)) !== '';
  } catch {
    return false;
  }
}

type LogMethod = NonNullable<NonNullable<PinoLoggerOptions['hooks']>['logMethod']>;
type DescribeError = NonNullable<NonNullable<FastifyLoggerOptions['serializers']>['err']>;

/** undici's `RequestAbortedError`: the client disconnected, so its proxied request was aborted. */
const CLIENT_LEFT = 'UND_ERR_ABORTED';
/** Network and system errors. `ERR_…` are errors of Node's API: bugs. */
const SYSTEM_ERROR = /^(?:E(?!RR_)[A-Z0-9_]+|UND_ERR_\w+)$/;
/** Pino's number of the level. */
const WARN = 40;
const MINUTE_MS = 60_000;

/**
 * Pino's hook. It writes a warning or an error once, then its repetitions of a minute as one line (`times`). A client
 * that disconnects is no warning. It counts at most `max` different lines at a time; `end` writes the pending counts.
 */
export function limitRepeats(max = 200): { readonly logMethod: LogMethod; readonly end: () => void } {
  const repeats = new LRUCache<string, { times: number; readonly write: (times: number) => void }>({
    max,
    ttl: MINUTE_MS,
    ttlAutopurge: true,
    ttlResolution: 0,
    perf: Date,
    dispose: ({ times, write }) => {
      if (times > 0) write(times);
    },
  });
  return {
    logMethod(args, method, level) {
      if (level < WARN) {
        method.apply(this, args);
        return;
      }
      const [fields, sentence] = entryOf(args);
      const error = errorIn(fields);
      const plain = (Object.values(fields) as unknown[]).filter((value) => !isObject(value));
      const key = [level, sentence, error, ...plain].map(String).join(' ');
      const known = repeats.peek(key);
      if (error && 'code' in error && error.code === CLIENT_LEFT) this.debug(fields, sentence);
      else if (known) known.times += 1;
      else {
        method.apply(this, args);
        const write = (times: number) => {
          const often = `${sentence} (${String(times)} times more in a minute)`;
          const entry: readonly unknown[] = [{ ...fields, times }, often];
          method.apply(this, entry as Parameters<LogMethod>[0]);
        };
        repeats.set(key, { times: 0, write });
      }
    },
    end: () => {
      repeats.clear();
    },
  };
}

/** An error for the log. Only a bug includes its location in the code. */
export const describeError: DescribeError = (error) => {
  const code = error.code as string | undefined;
  return {
    type: error.constructor.name,
    message: error.message,
    code,
    stack: SYSTEM_ERROR.test(code ?? '') ? '' : (error.stack ?? ''),
    cause: types.isNativeError(error.cause) ? describeError(error.cause as typeof error) : undefined,
  };
};

/** Splits a log call into fields and message. After an error or an object, the message is optional. */
function entryOf([first, ...rest]: readonly unknown[]): readonly [fields: object, sentence: string] {
  if (!isObject(first)) return [{}, format(first, ...rest)];
  const fields = types.isNativeError(first) ? { err: first } : first;
  return [fields, rest.length > 0 ? format(...rest) : (errorIn(fields)?.message ?? '')];
}

const errorIn = (fields: object): Error | undefined =>
  'err' in fields && types.isNativeError(fields.err) ? fields.err : undefined;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
