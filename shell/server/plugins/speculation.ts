import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';

const PATH = '/speculation-rules.json';

/** The document behind a link is fetched as the link is pressed: some 100 ms before the navigation asks for it. */
const RULES = {
  prefetch: [{ where: { href_matches: ['/', '/blog/*'] }, eagerness: 'conservative' }],
};

/** Tells a browser that does not save data which pages it may fetch ahead of a navigation. */
export function allowSpeculation({ headers }: FastifyRequest, reply: FastifyReply): void {
  if (headers['save-data'] !== 'on') void reply.header('Speculation-Rules', `"${PATH}"`);
}

/** The rules by which browsers prefetch pages (https://wicg.github.io/nav-speculation/speculation-rules.html). */
export const speculation = fp((app, _, done) => {
  app.get(PATH, (_request, reply) =>
    reply
      .type('application/speculationrules+json')
      .header('Cache-Control', 'public, max-age=86400')
      .send(JSON.stringify(RULES)),
  );
  done();
});
