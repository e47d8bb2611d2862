import etag from '@fastify/etag';
import fastifyPlugin from 'fastify-plugin';

/** An `ETag` on every response that has a body, and 304 to those who have it already. */
export const entityTags = fastifyPlugin(async (app) => {
  await app.register(etag);
});
