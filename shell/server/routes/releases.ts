import type { FastifyPluginCallback } from 'fastify';
import { RELEASE_REPORT_PATH, type ReleaseReport } from '@vidlunnia/releases/release';
import { RELEASE_SET_PATH } from '../../src/remotes/release-set';
import type { Site } from '../open-site';

interface Options {
  readonly site: Site;
}

/** Serves the live releases to browsers that need another remote than their document names, and to teams. */
export const releases: FastifyPluginCallback<Options> = (app, { site }, done) => {
  app.get(RELEASE_SET_PATH, async (request, reply) => {
    const pages = (await app.previewOf(request)) ?? (await app.groupOf(request));
    const { releaseSet } = pages?.live ?? site.live();
    return reply.header('Cache-Control', 'no-store').send(releaseSet);
  });

  app.get(RELEASE_REPORT_PATH, (_, reply) =>
    reply.header('Cache-Control', 'no-store').send(site.report() satisfies ReleaseReport),
  );
  done();
};
