import fp from 'fastify-plugin';
import {
  RELEASE_REPORT_PATH,
  type ReleaseReport,
  type ShellContract,
} from '@vidlunnia/shared/contracts/release-report';
import type { PageCache } from '../cache/page-cache';
import type { LiveSite } from '../releases/live-site';

interface Options {
  readonly site: Pick<LiveSite, 'report'>;
  readonly cache: Pick<PageCache, 'figures'>;
  readonly contract: ShellContract;
}

/** What teams and operators may know of this shell's releases. */
export const releases = fp<Options>((app, { site, cache, contract }, done) => {
  app.get(RELEASE_REPORT_PATH, (_, reply) =>
    reply
      .header('Cache-Control', 'no-store')
      .send({ ...site.report(), cache: cache.figures(), contract } satisfies ReleaseReport),
  );
  done();
});
