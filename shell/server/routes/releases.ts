import type { FastifyPluginCallback } from 'fastify';
import { RELEASE_REPORT_PATH, type ReleaseReport } from '@vidlunnia/contracts/release-report';
import { RELEASE_SET_PATH, type LiveReleaseSet } from '../../src/remotes/release-set';
import { releaseSetOf } from '../releases/release-set';
import type { Site } from '../open-site';
import type { IslandReports } from './report-counts';

interface Options {
  readonly site: Site;
  readonly islandReports: Pick<IslandReports, 'failuresOf'>;
}

/** What is live: for browsers that need another release, and for teams. */
export const releases: FastifyPluginCallback<Options> = (app, { site, islandReports }, done) => {
  app.get(RELEASE_SET_PATH, (_, reply) => {
    const { releaseSet, previous } = site.live();
    const answer: LiveReleaseSet = { ...releaseSet, previous: releaseSetOf(previous).remotes };
    return reply.header('Cache-Control', 'no-store').send(answer);
  });

  app.get(RELEASE_REPORT_PATH, (_, reply) => {
    const report = site.report();
    const remotes = Object.entries(report.remotes).map(([name, { live, previous, rejections }]) => {
      const withFailures = <Release extends { readonly version: string }>(release: Release) => ({
        ...release,
        failures: islandReports.failuresOf(name, release.version),
      });
      const remote = { live: live && withFailures(live), previous: previous.map(withFailures), rejections };
      return [name, remote] as const;
    });
    const answer: ReleaseReport = { ...report, remotes: Object.fromEntries(remotes) };
    return reply.header('Cache-Control', 'no-store').send(answer);
  });
  done();
};
