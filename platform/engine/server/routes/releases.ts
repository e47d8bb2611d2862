import type { FastifyPluginCallback } from 'fastify';
import { RELEASE_REPORT_PATH, type ReleaseReport } from '@vidlunnia/releases/release';
import { RELEASE_SET_PATH, type LiveReleaseSet } from '../../page/remotes/release-set';
import { remotesOf } from '../releases/live-set';

/** Serves the live releases to browsers that need another release, and to teams. */
export const releases: FastifyPluginCallback = (app, _, done) => {
  const { engine } = app;
  app.get(RELEASE_SET_PATH, async (request, reply) => {
    const pages = (await app.previewOf(request)) ?? (await app.groupOf(request));
    const { releaseSet, previous } = pages?.live ?? engine.live();
    const answer: LiveReleaseSet = { ...releaseSet, previous: remotesOf(previous) };
    return reply.header('Cache-Control', 'no-store').send(answer);
  });

  app.get(RELEASE_REPORT_PATH, (_, reply) =>
    reply.header('Cache-Control', 'no-store').send(engine.report() satisfies ReleaseReport),
  );
  done();
};
