import { Type, type FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { findPreview } from '../../../previews/find-preview';
import { problemResponses } from '../../schemas';

const DAY = 'public, max-age=86400';

const PreviewParams = Type.Object({ id: Type.String({ pattern: '^[a-z0-9-]+$' }) });

/** Link-preview images: `/api/og/home.png` and `/api/og/<post's id>.png`. */
export const previewRoutes: FastifyPluginCallbackTypebox = (app, _options, done) => {
  app.get(
    '/:id.png',
    {
      schema: {
        summary:
          'The image that stands for the home page or a post where its address is shared (PNG, 1200 × 630)',
        params: PreviewParams,
        response: { 200: { content: { 'image/png': { schema: Type.Any() } } }, ...problemResponses },
      },
    },
    async (request, reply) => {
      const image = await findPreview(app.database, request.params.id);
      if (image === undefined) {
        reply.callNotFound();
        return reply;
      }
      return (
        reply
          .type('image/png')
          .header('cache-control', DAY)
          // Made to be shown by others.
          .header('cross-origin-resource-policy', 'cross-origin')
          .send(Buffer.from(image))
      );
    },
  );
  done();
};
