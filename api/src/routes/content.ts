import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Type, type FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import { ContentReportSchema } from '@vidlunnia/content';
import { CONTENT_HEADER } from '@vidlunnia/operating';
import {
  HomeSchema,
  PostSchema,
  PostsQuerySchema,
  PostSummarySchema,
  ServiceSchema,
} from '@vidlunnia/contracts/schemas';
import { editionOf, previewOf, type Content, type Edition } from '../content/content';
import { replyProblem } from '../plugins/problems';
import { photo } from '../content/pictures';
import { nextPosts, summaryOf } from '../content/read-posts';
import { problemResponses, ref } from './schemas';

/** For browsers and proxies. */
const HOUR = 'public, max-age=3600';
const DAY = 'public, max-age=86400';
const FOR_EVER = 'public, max-age=31536000, immutable';

const ID = Type.String({ pattern: '^[a-z0-9-]+$' });
const file = (type: string) => ({ content: { [type]: { schema: Type.Any() } } });

interface ContentOptions {
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
export const contentRoutes: FastifyPluginCallbackTypebox<ContentOptions> = (app, { now }, done) => {
  app.addHook('onRequest', async (request, reply) => {
    const version = request.headers[CONTENT_HEADER];
    if (version === undefined) {
      request.served = app.content.current;
      return;
    }
    const draft = await app.content.draft?.(String(version)).catch((error: unknown) => {
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
        summary: 'The version of the content, and the owner’s details',
        response: { 200: ContentReportSchema, ...problemResponses },
      },
    },
    ({ served, headers }, reply) => {
      const { version = null, rejected } = app.content;
      reply.header('cache-control', 'no-store');
      return {
        version: headers[CONTENT_HEADER]?.toString() ?? version,
        owner: served.owner,
        ...(rejected && { rejected }),
      };
    },
  );

  app.get(
    '/home',
    {
      schema: {
        summary: 'Texts, people and vacancies of the home page, by section',
        response: { 200: ref(HomeSchema), ...problemResponses },
      },
    },
    ({ served }, reply) => {
      send(
        reply,
        answerOf(served, 'home', () => served.home),
        minute(),
      );
    },
  );

  app.get(
    '/services',
    {
      schema: {
        summary: 'Services in the order in which the agency shows them',
        response: { 200: Type.Array(ref(ServiceSchema)), ...problemResponses },
      },
    },
    ({ served }, reply) => {
      send(
        reply,
        answerOf(served, 'services', () => served.services),
        minute(),
      );
    },
  );

  app.get(
    '/blog',
    {
      schema: {
        summary: 'Posts without their content, newest first',
        querystring: PostsQuerySchema,
        response: { 200: Type.Array(ref(PostSummarySchema)), ...problemResponses },
      },
    },
    ({ query: { limit }, served }, reply) => {
      const time = now();
      const edition = editionOf(served, time);
      const count = Math.min(Number(limit ?? Infinity), edition.posts.length);
      const answer = answerOf(edition, `posts ${String(count)}`, () =>
        edition.posts.slice(0, count).map(summaryOf),
      );
      send(reply, answer, minute(edition.until - time));
    },
  );

  app.get(
    '/blog/:id',
    {
      schema: {
        summary: 'A post',
        params: Type.Object({ id: ID }),
        response: { 200: ref(PostSchema), ...problemResponses },
      },
    },
    (request, reply) => {
      const time = now();
      const edition = editionOf(request.served, time);
      const post = edition.posts.find(({ id }) => id === request.params.id);
      if (post === undefined) {
        reply.callNotFound();
        return;
      }
      const whole = () => ({ ...post, next: nextPosts(post, edition.posts) });
      send(reply, answerOf(edition, `post ${post.id}`, whole), minute(edition.until - time));
    },
  );

  app.get(
    '/:folder(icons|covers|portraits)/:name',
    {
      schema: {
        summary: 'A drawing (SVG) that services, posts or people name',
        params: Type.Object({ folder: Type.String(), name: Type.String() }),
        response: { 200: file('image/svg+xml'), ...problemResponses },
      },
    },
    ({ params: { folder, name }, served }, reply) => {
      const drawing = served.drawings.get(`${folder}/${name}`);
      if (drawing) reply.type('image/svg+xml').header('cache-control', HOUR).send(drawing);
      else reply.callNotFound();
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
        response: { 200: file('image/webp'), ...problemResponses },
      },
    },
    async ({ params: { folder, name, hash, width }, served }, reply) => {
      const picture = served.pictures.get(`/api/${folder}/${name}`);
      const bytes = picture && (await photo(picture, Number(width)));
      if (!bytes) {
        reply.callNotFound();
        return reply;
      }
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
        response: { 200: file('image/png'), ...problemResponses },
      },
    },
    async (request, reply) => {
      const { served, params } = request;
      const preview = previewOf(served, editionOf(served, now()), params.id);
      if (preview === undefined) {
        reply.callNotFound();
        return reply;
      }
      // Other sites may show these images.
      reply.header('cross-origin-resource-policy', 'cross-origin');
      return reply
        .type('image/png')
        .header('cache-control', DAY)
        .send(await readFile(preview));
    },
  );
  done();
};

interface Answer {
  readonly body: Buffer;
  readonly etag: string;
}

/**
 * Responses of a content or an edition, by name: serialised and hashed once, since neither changes.
 */
const answersOf = new WeakMap<Content | Edition, Map<string, Answer>>();

function answerOf(source: Content | Edition, name: string, data: () => unknown): Answer {
  const answers = answersOf.get(source) ?? new Map<string, Answer>();
  answersOf.set(source, answers);
  let answer = answers.get(name);
  if (answer === undefined) {
    const body = Buffer.from(JSON.stringify(data()));
    answer = { body, etag: `"${createHash('sha256').update(body).digest('base64url')}"` };
    answers.set(name, answer);
  }
  return answer;
}

const send = (reply: FastifyReply, { body, etag }: Answer, caching: string) =>
  reply
    .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': caching, etag })
    .send(body);

/**
 * Caching for a minute, and for ten more while a newer answer is fetched; not beyond the time of the next post.
 * @param left milliseconds until that time
 */
function minute(left = Infinity): string {
  const seconds = Math.min(660, Math.floor(left / 1000));
  const fresh = Math.min(60, seconds);
  return `public, max-age=${String(fresh)}, stale-while-revalidate=${String(seconds - fresh)}`;
}
