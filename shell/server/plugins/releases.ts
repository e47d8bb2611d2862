import fp from 'fastify-plugin';
import {
  LIVE_RELEASES_PATH,
  type LiveReleases,
  type ShellContract,
} from '@vidlunnia/shared/contracts/live-releases';
import type { PageCache } from '../cache/page-cache';
import type { LiveSite } from '../releases/live-site';

interface Options {
  readonly site: Pick<LiveSite, 'describe'>;
  readonly cache: Pick<PageCache, 'figures'>;
  readonly contract: ShellContract;
}

/** What teams and operators may know of this shell's releases. */
export const releases = fp<Options>((app, { site, cache, contract }, done) => {
  app.get(LIVE_RELEASES_PATH, (_, reply) =>
    reply
      .header('Cache-Control', 'no-store')
      .send({ ...site.describe(), cache: cache.figures(), contract } satisfies LiveReleases),
  );
  done();
});
