import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Type, type FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { contentFolder } from '../../../content/content-folder';
import { problemResponses } from '../../schemas';

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
    async (request, reply) => {
      const { folder, name } = request.params;
      const svg = await readFile(join(contentFolder, folder, name)).catch(() => undefined);
      if (svg === undefined) {
        reply.callNotFound();
        return reply;
      }
      return reply.type('image/svg+xml').header('cache-control', 'public, max-age=3600').send(svg);
    },
  );
  done();
};
