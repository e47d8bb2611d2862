import type { FastifyPluginCallback } from 'fastify';
import { RELEASE_REPORT_PATH, type ReleaseReport } from '@vidlunnia/contracts/release';
import { RELEASE_SET_PATH, type LiveReleaseSet } from '../../src/remotes/release-set';
import { remotesOf } from '../releases/live-set';
import type { Site } from '../open-site';

interface Options {
  readonly site: Site;
}

/** The live releases: for browsers that need another release, and for teams. */
export const releases: FastifyPluginCallback<Options> = (app, { site }, done) => {
  app.get(RELEASE_SET_PATH, async (request, reply) => {
    const { releaseSet, previous } = (await app.previewOf(request))?.live ?? site.live();
    const answer: LiveReleaseSet = { ...releaseSet, previous: remotesOf(previous) };
    return reply.header('Cache-Control', 'no-store').send(answer);
  });

  app.get(RELEASE_REPORT_PATH, async (_, reply) => {
    const report = site.report();
    const { values } = await app.metrics.islandFailures.get();
    const ofRelease = (name: string, version: string) => {
      const failures: Record<string, number> = {};
      for (const { labels, value } of values) {
        if (labels.remote !== name || labels.version !== version) continue;
        failures[String(labels.kind)] = (failures[String(labels.kind)] ?? 0) + value;
      }
      return failures;
    };
    const remotes: ReleaseReport['remotes'] = {};
    for (const [name, { live, previous, rejections }] of Object.entries(report.remotes))
      remotes[name] = {
        live: live && { ...live, failures: ofRelease(name, live.version) },
        previous: previous.map((release) => ({ ...release, failures: ofRelease(name, release.version) })),
        rejections,
      };
    return reply.header('Cache-Control', 'no-store').send({ ...report, remotes } satisfies ReleaseReport);
  });
  done();
};
