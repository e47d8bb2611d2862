import type { FastifyPluginCallback } from 'fastify';
import { RELEASE_REPORT_PATH, type ReleaseReport } from '@vidlunnia/releases/release';
import { RELEASE_SET_PATH } from '../../page/remotes/release-set';

/** Serves the live releases to browsers that need another remote than their document names, and to teams. */
export const releases: FastifyPluginCallback = (app, _, done) => {
  const { engine } = app;
  app.get(RELEASE_SET_PATH, async (request, reply) => {
    const pages = (await app.previewOf?.(request)) ?? (await app.groupOf?.(request));
    const { releaseSet } = pages?.live ?? engine.live();
    return reply.header('Cache-Control', 'no-store').send(releaseSet);
  });

  app.get(RELEASE_REPORT_PATH, (_, reply) =>
    reply.header('Cache-Control', 'no-store').send(engine.report() satisfies ReleaseReport),
  );
  done();
};
