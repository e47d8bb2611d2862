import { Type, type FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { PostSchema, PostsQuerySchema, PostSummarySchema } from '@vidlunnia/contracts/schemas';
import { problemResponses, ref } from '../../schemas';
import { sendPrepared } from '../../send-prepared';

const PostParams = Type.Object({ id: Type.String({ pattern: '^[a-z0-9-]+$' }) });

export const blogRoutes: FastifyPluginCallbackTypebox = (app, _options, done) => {
  app.get(
    '',
    {
      schema: {
        summary: 'Posts without their content, newest first',
        querystring: PostsQuerySchema,
        response: { 200: Type.Array(ref(PostSummarySchema)), ...problemResponses },
      },
    },
    ({ query: { limit } }, reply) => {
      sendPrepared(reply, app.content.current.posts(limit === undefined ? undefined : Number(limit)));
    },
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
    (request, reply) => {
      sendPrepared(reply, app.content.current.post(request.params.id));
    },
  );
  done();
};
