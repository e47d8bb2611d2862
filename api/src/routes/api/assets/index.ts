import { Type, type FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { problemResponses } from '../../schemas';
import { sendPrepared } from '../../send-prepared';

const HOUR = 'public, max-age=3600';

// No dots and slashes but the extension's: a name can't leave its folder.
const AssetParams = Type.Object({
  folder: Type.Union([Type.Literal('icons'), Type.Literal('covers')]),
  name: Type.String({ pattern: '^[a-z0-9-]+\\.svg$' }),
});

/** Pictures that services and posts name: `/api/icons/*.svg` and `/api/covers/*.svg`. */
export const assetRoutes: FastifyPluginCallbackTypebox = (app, _options, done) => {
  app.get(
    '/:folder(icons|covers)/:name',
    {
      schema: {
        summary: 'A picture (SVG)',
        params: AssetParams,
        response: { 200: { content: { 'image/svg+xml': { schema: Type.Any() } } }, ...problemResponses },
      },
    },
    (request, reply) => {
      const { folder, name } = request.params;
      sendPrepared(reply, app.content.current.picture(`${folder}/${name}`), HOUR);
    },
  );
  done();
};
