import proxy, { type FastifyHttpProxyOptions } from '@fastify/http-proxy';
import fp from 'fastify-plugin';
import { api, remoteList } from '@vidlunnia/shared/topology';
import type { Environment } from '../environment';

/** Milliseconds for an upstream's whole answer; a submission may wait for the database. */
const API_TIMEOUT = 15_000;
/** Milliseconds for a static file of a team. */
const REMOTE_TIMEOUT = 5_000;

type ReplyOptions = NonNullable<FastifyHttpProxyOptions['replyOptions']>;
type Options = Pick<Environment, 'apiOrigin' | 'remoteOrigins'>;

/** Passes `/api/*` on to the API and `/remotes/<name>/*` to the remotes: the visitor knows one origin. */
export const upstreams = fp<Options>(async (app, { apiOrigin, remoteOrigins }) => {
  await app.register(proxy, {
    upstream: apiOrigin,
    prefix: api.prefix,
    rewritePrefix: api.prefix,
    undici: timeouts(API_TIMEOUT),
    replyOptions: {
      onError,
      rewriteRequestHeaders: (request, headers) => ({ ...headers, 'x-forwarded-for': request.ip }),
    },
  });
  for (const remote of remoteList) {
    await app.register(proxy, {
      upstream: remoteOrigins[remote.name],
      prefix: remote.prefix,
      rewritePrefix: '',
      httpMethods: ['GET', 'HEAD'],
      undici: timeouts(REMOTE_TIMEOUT),
      replyOptions: { onError },
    });
  }
});

/** Says that the upstream failed and no more: why, with the addresses of the network behind, stands in the log. */
const onError: NonNullable<ReplyOptions['onError']> = (reply, { error }) => {
  const late = 'statusCode' in error && error.statusCode === 504;
  const [status, title] = late ? [504, 'Gateway Timeout'] : [502, 'Bad Gateway'];
  void reply.status(status).type('application/problem+json').send({ type: 'about:blank', title, status });
};

const timeouts = (milliseconds: number) => ({
  connect: { timeout: 2_000 },
  headersTimeout: milliseconds,
  bodyTimeout: milliseconds,
});
