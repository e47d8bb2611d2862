import { expect, test } from '@jest/globals';
import type { ReleaseReport } from '@vidlunnia/releases/release';
import { unreachableOrigin } from '@vidlunnia/settings/testing/local-server';
import { remotesNamed } from '@vidlunnia/settings/topology';
import { REMOTES } from '../../testing/bakery/pages';
import { startBakery, type ServedBakery } from '../../testing/bakery/start';
import { listed, startList } from '../../testing/site';
import { startTeamOrigin, VERSIONS } from '../../testing/team-origin';

const reportOf = async (site: ServedBakery) =>
  JSON.parse((await site.ask('/-/releases')).body.toString('utf8')) as ReleaseReport;

test('a remote of the operator’s list is served and counted like any other', async () => {
  const outside = await startTeamOrigin('outside', ['Openings']);
  const list = startList();
  list.write(listed(outside, { Openings: 'jobs' }));
  const site = await startBakery(undefined, { remotesFile: list.remotesFile, metricsPort: 0 });
  expect((await reportOf(site)).remotesFileProblem).toBeNull();
  expect((await site.ask(`/remotes/outside/${VERSIONS[0]}/client/remoteEntry.js`)).status).toBe(200);
  const failure = { remote: 'outside', island: 'outside/zone/Openings', kind: 'crashed' };
  const body = JSON.stringify({ ...failure, version: VERSIONS[0] });
  await site.ask('/-/reports', { method: 'POST', headers: { 'content-type': 'text/plain' }, body });
  const metrics = await site.metrics();
  expect(metrics).toContain('\nshell_remotes_file_rejected 0\n');
  expect(metrics).toMatch(
    /\nshell_island_failures_total{.*island="outside\/zone\/Openings",kind="crashed"} 1\n/,
  );
});

test('/-/release-set has the live set and must not be cached; without a list the report has none', async () => {
  const site = await startBakery();
  const { headers, body } = await site.ask('/-/release-set');
  const { id } = JSON.parse(body.toString()) as { readonly id: string };
  expect([headers['cache-control'], id]).toEqual([
    'no-store',
    (await site.ask('/')).headers['x-release-set'],
  ]);
  expect(await reportOf(site)).not.toHaveProperty('remotesFileProblem');
});

test('/readyz is 503 while no page can be rendered; /healthz is ok', async () => {
  const teams = Object.fromEntries(
    remotesNamed(REMOTES).map(
      (remote) => [remote.name, { remote, origin: unreachableOrigin, publicKeys: [] }] as const,
    ),
  );
  const empty = await startBakery(undefined, { teams });
  const { status, headers } = await empty.ask('/readyz');
  expect([status, headers['cache-control']]).toEqual([503, 'no-store']);
  expect([(await empty.ask('/')).status, (await empty.ask('/healthz')).status]).toEqual([503, 200]);
});
