import type { FastifyPluginAsync } from 'fastify';
import type { Environment } from '../environment';
interface Options extends Pick<Environment, 'apiOrigin'> {
  /** Instead of the default. */
  readonly timeoutMs?: number;
}
/** Proxies `/api/*` to the API: visitors need only one origin. */
export declare const apiProxy: FastifyPluginAsync<Options>;
export {};
