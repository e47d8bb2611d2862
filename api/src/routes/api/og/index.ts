import { Type, type FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { problemResponses } from '../../schemas';
import { sendPrepared } from '../../send-prepared';

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
      const image = await app.content.current.preview(request.params.id);
      // Made to be shown by others.
      if (image) reply.header('cross-origin-resource-policy', 'cross-origin');
      sendPrepared(reply, image, DAY);
      return reply;
    },
  );
  done();
};
