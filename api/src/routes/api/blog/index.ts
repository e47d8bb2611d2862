import { Type, type FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { PostSchema, PostSummarySchema } from '@vidlunnia/shared/contracts/schemas';
import { findPost, listPosts } from '../../../content/find-posts';
import { cacheContent } from '../../content-cache';
import { problemResponses, ref } from '../../schemas';

const PostParams = Type.Object({ id: Type.String({ pattern: '^[a-z0-9-]+$' }) });

export const blogRoutes: FastifyPluginCallbackTypebox = (app, _options, done) => {
  app.addHook('onSend', cacheContent);
  app.get(
    '',
    {
      schema: {
        summary: 'Posts without their content, newest first',
        response: { 200: Type.Array(ref(PostSummarySchema)), ...problemResponses },
      },
    },
    () => listPosts(app.database),
  );
  app.get(
    '/:id',
    {
      schema: {
        summary: 'A post',
        params: PostParams,
        response: { 200: ref(PostSchema), ...problemResponses },
      },
    },
    async (request, reply) => {
      const post = await findPost(app.database, request.params.id);
      if (post !== undefined) return post;
      reply.callNotFound();
      return reply;
    },
  );
  done();
};
