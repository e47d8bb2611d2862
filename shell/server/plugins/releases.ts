import fp from 'fastify-plugin';
import { RELEASE_REPORT_PATH, type ReleaseReport } from '@vidlunnia/contracts/release-report';
import type { IslandReports } from '../releases/island-reports';
import type { LiveSite } from '../releases/live-site';

interface Options {
  readonly site: Pick<LiveSite, 'report'>;
  readonly islandReports: Pick<IslandReports, 'failuresOf'>;
}

/** What teams may know of this shell's releases. */
export const releases = fp<Options>((app, { site, islandReports }, done) => {
  app.get(RELEASE_REPORT_PATH, (_, reply) => {
    const report = site.report();
    const remotes = Object.entries(report.remotes).map(([name, { live, previous, rejections }]) => {
      const withFailures = <Release extends { readonly version: string }>(release: Release) => ({
        ...release,
        failures: islandReports.failuresOf(name, release.version),
      });
      return [
        name,
        { live: live && withFailures(live), previous: previous.map(withFailures), rejections },
      ] as const;
    });
    return reply
      .header('Cache-Control', 'no-store')
      .send({ ...report, remotes: Object.fromEntries(remotes) } satisfies ReleaseReport);
  });
  done();
});
