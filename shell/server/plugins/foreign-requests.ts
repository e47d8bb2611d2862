import type { IncomingHttpHeaders } from 'node:http';
import fp from 'fastify-plugin';
import { noticePage } from '../notice-page';

interface Options {
  /** Origin by which visitors know the site. */
  readonly siteUrl: string;
}

const SAFE = ['GET', 'HEAD', 'OPTIONS'];

const REFUSAL = noticePage(
  'Це надіслала інша сторінка',
  'Запит прийшов не з нашого сайту, тому ми його не прийняли. Якщо ви хотіли нам написати, відкрийте наш сайт і скористайтеся формою на ньому.',
);

/** Refuses what pages of other sites have browsers send: nobody fills our forms there. */
export const foreignRequests = fp<Options>((app, { siteUrl }, done) => {
  app.addHook('onRequest', async (request, reply) => {
    if (SAFE.includes(request.method) || !isForeign(request.headers, siteUrl)) return undefined;
    return reply
      .status(403)
      .type('text/html; charset=utf-8')
      .header('Cache-Control', 'no-store')
      .send(REFUSAL);
  });
  done();
});

/**
 * Whether a browser says that a page of another site sent this. `Sec-Fetch-Site` decides, since no page can set it; it
 * comes over TLS only, and from newer browsers. What is no browser sends neither header: it needs no other site's page.
 */
export function isForeign(headers: IncomingHttpHeaders, siteUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const { origin } = headers;
  if (origin === undefined || origin === siteUrl) return false;
  return !URL.canParse(origin) || new URL(origin).host !== headers.host;
}
