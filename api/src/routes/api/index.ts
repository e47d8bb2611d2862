import type { FastifyPluginAsync } from 'fastify';
import { assetRoutes } from './assets';
import { blogRoutes } from './blog';
import { contactRoutes } from './contact';
import { formTokenRoutes } from './form-token';
import { healthRoutes } from './health';
import { applyRoutes } from './jobs/apply';
import { openApiRoutes } from './openapi';
import { previewRoutes } from './og';
import { serviceRoutes } from './services';

/** All routes. Listed here rather than found by folder, so that they can be bundled into one file. */
export const apiRoutes: FastifyPluginAsync = async (app) => {
  await app.register(serviceRoutes, { prefix: '/services' });
  await app.register(blogRoutes, { prefix: '/blog' });
  await app.register(applyRoutes, { prefix: '/jobs/apply' });
  await app.register(contactRoutes, { prefix: '/contact' });
  await app.register(formTokenRoutes, { prefix: '/form-token' });
  await app.register(healthRoutes, { prefix: '/health' });
  await app.register(openApiRoutes, { prefix: '/openapi.json' });
  await app.register(previewRoutes, { prefix: '/og' });
  await app.register(assetRoutes);
};
