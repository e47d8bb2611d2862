import fp from 'fastify-plugin';
import { partsAt } from '../../src/pages/pages';
import { HOME_HEAD, NOT_FOUND_HEAD, POST_LOADING_HEAD } from '../../src/pages/page-heads';
import { RELEASE_SET_PATH } from '../../src/remotes/release-set';
import type { ClientBuild } from '../client-build';
import { renderDocument } from '../document';
import type { ReleaseWatch } from '../releases/release-watch';

interface Options {
  readonly build: ClientBuild;
  readonly releases: ReleaseWatch;
}

/** The pages, and what the browser may ask about the set that made them. */
export const pages = fp<Options>((app, { build, releases }, done) => {
  app.get(RELEASE_SET_PATH, (_, reply) => reply.header('Cache-Control', 'no-store').send(releases.current()));

  app.get('/*', (request, reply) => {
    // Not by `new URL`, which takes what follows `//` for a host, and throws when nothing does.
    const pathname = request.url.split('?', 1).join('');
    const parts = partsAt(pathname);
    const releaseSet = releases.current();
    return reply
      .status(parts ? 200 : 404)
      .type('text/html; charset=utf-8')
      .header('Cache-Control', 'no-cache')
      .header('X-Release-Set', releaseSet.id)
      .send(
        renderDocument({ build, releaseSet, parts: parts ?? [], head: headAt(pathname, parts !== null) }),
      );
  });
  done();
});

function headAt(pathname: string, exists: boolean) {
  if (!exists) return NOT_FOUND_HEAD;
  return pathname === '/' ? HOME_HEAD : POST_LOADING_HEAD;
}
