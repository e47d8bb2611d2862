import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import { FOLLOWS_LINKS } from '../../src/navigation/follows-links';

const PATH = '/speculation-rules.json';

/**
 * The document behind a link is fetched as the link is pressed, some 100 ms before the navigation requests it; no
 * longer when the router follows links, which needs no document.
 */
const RULES = {
  prefetch: [
    {
      where: {
        and: [
          { href_matches: ['/', '/blog', '/blog/*', '/privacy'] },
          { selector_matches: `html:not([${FOLLOWS_LINKS}]) a` },
        ],
      },
      eagerness: 'conservative',
    },
  ],
};

/** Lets a browser that does not save data know which pages it may fetch ahead of a navigation. */
export function allowSpeculation({ headers }: FastifyRequest, reply: FastifyReply): void {
  if (headers['save-data'] !== 'on') void reply.header('Speculation-Rules', `"${PATH}"`);
}

/** The rules by which browsers prefetch pages (https://wicg.github.io/nav-speculation/speculation-rules.html). */
export const speculation: FastifyPluginCallback = (app, _, done) => {
  app.get(PATH, (_request, reply) =>
    reply
      .type('application/speculationrules+json')
      .header('Cache-Control', 'public, max-age=86400')
      .send(JSON.stringify(RULES)),
  );
  done();
};
