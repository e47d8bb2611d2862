import { createHash } from 'node:crypto';
import { Type, type FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import { ContentReportSchema } from '@vidlunnia/content/report';
import { PostSchema, PostsQuerySchema, PostSummarySchema, ServiceSchema } from '@vidlunnia/contracts/schemas';
import { previewOf, type Content } from '../content/content';
import { summaryOf } from '../content/read-posts';
import { problemResponses, ref } from './schemas';

/** For browsers and proxies. */
const MINUTE = 'public, max-age=60, stale-while-revalidate=600';
const HOUR = 'public, max-age=3600';
const DAY = 'public, max-age=86400';

// Without dots and slashes, so that no name can leave its folder.
const ID = Type.String({ pattern: '^[a-z0-9-]+$' });
const file = (type: string) => ({ content: { [type]: { schema: Type.Any() } } });

/** Serves the content files: services, posts, and their pictures. */
export const contentRoutes: FastifyPluginCallbackTypebox = (app, _options, done) => {
  app.get(
    '/content',
    {
      schema: {
        summary: 'The version of the content, and the owner’s details',
        response: { 200: ContentReportSchema, ...problemResponses },
      },
    },
    (_request, reply) => {
      const { current, version = null, rejected } = app.content;
      reply.header('cache-control', 'no-store');
      return { version, owner: current.owner, ...(rejected && { rejected }) };
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
    (_request, reply) => {
      sendJson(reply, app.content.current, 'services', ({ services }) => services);
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
    ({ query: { limit } }, reply) => {
      const count = Math.min(Number(limit ?? Infinity), app.content.current.posts.length);
      sendJson(reply, app.content.current, `posts ${String(count)}`, ({ posts }) =>
        posts.slice(0, count).map(summaryOf),
      );
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
      const post = app.content.current.posts.find(({ id }) => id === request.params.id);
      if (post) sendJson(reply, app.content.current, `post ${post.id}`, () => post);
      else reply.callNotFound();
    },
  );

  app.get(
    '/:folder(icons|covers)/:name.svg',
    {
      schema: {
        summary: 'A picture (SVG) that services or posts name',
        params: Type.Object({ folder: Type.String(), name: ID }),
        response: { 200: file('image/svg+xml'), ...problemResponses },
      },
    },
    ({ params: { folder, name } }, reply) => {
      const picture = app.content.current.pictures.get(`${folder}/${name}.svg`);
      if (picture) reply.type('image/svg+xml').header('cache-control', HOUR).send(picture);
      else reply.callNotFound();
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
    (request, reply) => {
      const preview = previewOf(app.content.current, request.params.id);
      if (preview === undefined) {
        reply.callNotFound();
        return;
      }
      // Other sites may show these images.
      reply.header('cross-origin-resource-policy', 'cross-origin');
      reply.type('image/png').header('cache-control', DAY).send(preview);
    },
  );
  done();
};

interface Answer {
  readonly body: Buffer;
  readonly etag: string;
}

/** Responses for the current content, by name: serialised and hashed once, since the content does not change. */
const answersOf = new WeakMap<Content, Map<string, Answer>>();

function sendJson(
  reply: FastifyReply,
  content: Content,
  name: string,
  answer: (content: Content) => unknown,
): void {
  const answers = answersOf.get(content) ?? new Map<string, Answer>();
  answersOf.set(content, answers);
  let known = answers.get(name);
  if (known === undefined) {
    const body = Buffer.from(JSON.stringify(answer(content)));
    known = { body, etag: `"${createHash('sha256').update(body).digest('base64url')}"` };
    answers.set(name, known);
  }
  reply
    .headers({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': MINUTE,
      etag: known.etag,
    })
    .send(known.body);
}
