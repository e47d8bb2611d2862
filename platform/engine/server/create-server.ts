import { requestIds, withoutQuery } from '@vidlunnia/operating';
import { describeError, limitRepeats } from '@vidlunnia/operating/log';
import fastify, { LogController, type FastifyInstance } from 'fastify';
import { UNKNOWN_ADDRESS } from '../page/modules';

interface ServerSettings {
  readonly logLevel: string;
  /** Proxies whose `X-Forwarded-For` is trusted: names and addresses, separated by commas; none when `null`. */
  readonly trustProxy: string | null;
}

/** A Fastify server with bounded times and a log that does not repeat itself. */
export function createServer({ logLevel, trustProxy }: ServerSettings): FastifyInstance {
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
