import { readFile } from 'node:fs/promises';
import { Type, type FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { ContentReportSchema } from '@vidlunnia/content';
import { CONTENT_HEADER } from '@vidlunnia/operating';
import { etagOf, HOLDS } from '@vidlunnia/releases/held-requests';
import {
  HomeSchema,
  PostSchema,
  PostsQuerySchema,
  PostSummarySchema,
  ServiceSchema,
} from '@vidlunnia/contracts/schemas';
import { editionOf, nextPosts, previewOf, type Content } from '../content/content';
import type { ServedContent } from '../content/live-content';
import { photo } from '../content/pictures';
import { replyProblem } from '../plugins/problems';
import { ref, responses } from './schemas';

/** For browsers and proxies. */
const HOUR = 'public, max-age=3600';
const DAY = 'public, max-age=86400';
const FOR_EVER = 'public, max-age=31536000, immutable';

const ID = Type.String({ pattern: '^[a-z0-9-]+$' });
const file = (type: string) => responses({ content: { [type]: { schema: Type.Any() } } });

const HOME = {
  summary: 'Texts, people and vacancies of the home page, by section',
  response: responses(ref(HomeSchema)),
};
const SERVICES = {
  summary: 'Services in the order in which the agency shows them',
  response: responses(Type.Array(ref(ServiceSchema))),
};

interface Options {
  readonly content: ServedContent;
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The live content, or the version that the shell's preview names. */
    served: Content;
  }
}

/** Serves the content files: the home page, services, posts, and their pictures. */
export const contentRoutes: FastifyPluginCallbackTypebox<Options> = (app, { content, now }, done) => {
  app.addHook('onRequest', async (request, reply) => {
    const version = request.headers[CONTENT_HEADER];
    request.served = content.current;
    if (version === undefined) return;
    const draft = await content.draft?.(String(version)).catch((error: unknown) => {
      request.log.warn({ err: error, version }, 'a preview names content that cannot be read');
    });
    if (!draft) return replyProblem(reply, 404);
    request.served = draft;
  });
  app.addHook('onSend', (request, reply, _payload, next) => {
    // The same address has the live answer.
    if (request.headers[CONTENT_HEADER] !== undefined) reply.header('cache-control', 'private, no-store');
    next();
  });

  app.get(
    '/content',
    {
      schema: {
        summary:
          'The version of the content, and the owner’s details; held with “Prefer: wait” until they change',
        response: responses(ContentReportSchema),
      },
    },
    async (request, reply) => {
      const named = request.headers[CONTENT_HEADER]?.toString();
      const change = content.changes?.nextChange(request.raw, reply.raw);
      const report = () => {
        const { version = null, rejected } = content;
        const { owner } = named === undefined ? content.current : request.served;
        const state = { version: named ?? version, owner, ...(rejected && { rejected }) };
        return { state, etag: etagOf(JSON.stringify(state)) };
      };
      if (change && report().etag === request.headers['if-none-match']) await change;
      const { state, etag } = report();
      return reply.headers({ 'cache-control': 'no-store', etag, ...(change && HOLDS) }).send(state);
    },
  );
  app.addHook('preClose', (next) => {
    content.changes?.release();
    next();
  });

  app.get('/home', { schema: HOME }, ({ served }, reply) => {
    reply.header('cache-control', minute()).send(served.home);
  });

  app.get('/services', { schema: SERVICES }, ({ served }, reply) => {
    reply.header('cache-control', minute()).send([...served.services]);
  });

  app.get(
    '/blog',
    {
      schema: {
        summary: 'Posts without their content, newest first',
        querystring: PostsQuerySchema,
        response: responses(Type.Array(ref(PostSummarySchema))),
      },
    },
    ({ query: { limit }, served }, reply) => {
      const { posts, leftMs } = editionOf(served, now());
      reply.header('cache-control', minute(leftMs)).send(posts.slice(0, Number(limit ?? Infinity)));
    },
  );

  app.get(
    '/blog/:id',
    {
      schema: {
        summary: 'A post',
        params: Type.Object({ id: ID }),
        response: responses(ref(PostSchema)),
      },
    },
    ({ params, served }, reply) => {
      const { posts, leftMs } = editionOf(served, now());
      const post = posts.find(({ id }) => id === params.id);
      if (post) reply.header('cache-control', minute(leftMs)).send({ ...post, next: nextPosts(post, posts) });
      else replyProblem(reply, 404);
    },
  );

  app.get(
    '/:folder(icons|covers|portraits)/:name',
    {
      schema: {
        summary: 'A drawing (SVG) that services, posts or people name',
        params: Type.Object({ folder: Type.String(), name: Type.String() }),
        response: file('image/svg+xml'),
      },
    },
    ({ params: { folder, name }, served }, reply) => {
      const drawing = served.drawings.get(`${folder}/${name}`);
      if (drawing) reply.type('image/svg+xml').header('cache-control', HOUR).send(drawing);
      else replyProblem(reply, 404);
    },
  );

  app.get(
    '/:folder(covers|portraits)/:name/:hash-:width.webp',
    {
      schema: {
        summary: 'A photograph in one of the sizes that posts and people name',
        params: Type.Object({
          folder: Type.String(),
          name: Type.String(),
          hash: ID,
          width: Type.String({ pattern: '^[1-9][0-9]{0,3}$' }),
        }),
        response: file('image/webp'),
      },
    },
    async ({ params: { folder, name, hash, width }, served }, reply) => {
      const picture = served.pictures.get(`/api/${folder}/${name}`);
      const bytes = picture && (await photo(picture, Number(width)));
      if (!bytes) return replyProblem(reply, 404);
      // A page that is older or newer than this content names another state of the picture.
      const caching = hash === picture.hash ? FOR_EVER : minute();
      return reply.type('image/webp').header('cache-control', caching).send(bytes);
    },
  );

  app.get(
    '/og/:id.png',
    {
      schema: {
        summary:
          'The image that stands for the home page or a post where its address is shared (PNG, 1200 × 630)',
        params: Type.Object({ id: ID }),
        response: file('image/png'),
      },
    },
    async ({ served, params }, reply) => {
      const preview = previewOf(served, now(), params.id);
      if (preview === undefined) return replyProblem(reply, 404);
      return (
        reply
          // Other sites may show these images.
          .header('cross-origin-resource-policy', 'cross-origin')
          .type('image/png')
          .header('cache-control', DAY)
          .send(await readFile(preview))
      );
    },
  );
  done();
};

/**
 * Caching for a minute, and for ten more while a newer answer is fetched; not beyond the time of the next post.
 * @param left milliseconds until that time
 */
function minute(left = Infinity): string {
  const seconds = Math.min(660, Math.floor(left / 1000));
  const fresh = Math.min(60, seconds);
  return `public, max-age=${String(fresh)}, stale-while-revalidate=${String(seconds - fresh)}`;
}
