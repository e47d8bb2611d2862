import { buffer } from 'node:stream/consumers';
import proxy, { type FastifyHttpProxyOptions } from '@fastify/http-proxy';
import type { FastifyPluginAsync } from 'fastify';
import { CONTENT_HEADER, REQUEST_ID_HEADER, TRIAL_HEADER } from '@vidlunnia/operating';
import { api } from '@vidlunnia/settings/topology';
import type { Environment } from '../environment';

/** For the API's whole response, because a submission may wait for the database. */
const TIMEOUT_MS = 15_000;

interface Options extends Pick<Environment, 'apiOrigin'> {
  /** Instead of the default. */
  readonly timeoutMs?: number;
}

type ReplyOptions = NonNullable<FastifyHttpProxyOptions['replyOptions']>;

/** Proxies `/api/*` to the API: visitors need only one origin. */
export const apiProxy: FastifyPluginAsync<Options> = async (app, { apiOrigin, timeoutMs = TIMEOUT_MS }) => {
  await app.register(proxy, {
    upstream: apiOrigin,
    prefix: api.prefix,
    rewritePrefix: api.prefix,
    // `requests` logs the response.
    disableRequestLogging: true,
    // Otherwise, a 503 is requested ten times more at once.
    retryMethods: [],
    undici: {
      // By default, Node leaves a replica that does not connect within 250 ms for the next address, which may be dead.
      connect: { timeout: 2_000, autoSelectFamilyAttemptTimeout: 1_000 },
      // One connection per request, because a reused one may lead to a replica that has just ended.
      pipelining: 0,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    },
    replyOptions: {
      onError,
      // Buffer the response, because the gateway retries an error, but not a truncated response.
      onResponse: (_request, reply, { stream }) => {
        buffer(stream).then(
          (body) => reply.send(body.length > 0 ? body : undefined),
          (error: unknown) => {
            reply.removeHeader('content-encoding').removeHeader('etag').header('cache-control', 'no-store');
            onError(reply, { error: error as Error });
          },
        );
      },
      rewriteRequestHeaders: (request, headers) => {
        // Node has already sent 100 (Continue), and undici cannot send `Expect`. The API needs no cookie, and only this
        // server may set a preview's headers, or have its requests held.
        const {
          expect: _sent,
          prefer: _wait,
          cookie: _cookie,
          [TRIAL_HEADER]: _until,
          [CONTENT_HEADER]: _version,
          ...passedOn
        } = headers;
        const own = { 'x-forwarded-for': request.ip, [REQUEST_ID_HEADER]: request.id };
        return { ...passedOn, ...own, ...request.preview?.headers };
      },
    },
  });
};

/** Reports only that the upstream failed. The log has the reason, with internal addresses. */
const onError: NonNullable<ReplyOptions['onError']> = (reply, { error }) => {
  const late = 'statusCode' in error && error.statusCode === 504;
  const [status, title] = late ? [504, 'Gateway Timeout'] : [502, 'Bad Gateway'];
  void reply.status(status).type('application/problem+json').send({ type: 'about:blank', title, status });
};
