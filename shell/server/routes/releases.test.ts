import { expect, test } from '@jest/globals';
import type { ReleaseReport } from '@vidlunnia/contracts/release';
import { listed, startList, startSite, type ServedSite } from '../../testing/site';
import { sampleRelease, startTeamOrigin, VERSIONS } from '../../testing/team-origin';

const reportOf = async (site: ServedSite) =>
  JSON.parse((await site.ask('/-/releases')).body.toString('utf8')) as ReleaseReport;

test('a remote of the operator’s list is reported, served and counted like any other', async () => {
  const outside = await startTeamOrigin('outside');
  outside.publish(sampleRelease('outside', VERSIONS[0], ['Openings']));
  const list = startList();
  list.write(listed(outside, { Openings: 'vacancies' }));
  const site = await startSite(undefined, { remotesFile: list.remotesFile, metricsPort: 0 });
  const { remotes, contract, remotesFileProblem } = await reportOf(site);
  expect(remotesFileProblem).toBeNull();
  expect(remotes['outside']?.live?.version).toBe(VERSIONS[0]);
  expect(contract.modules['outside']).toEqual(['Openings']);
  const metrics = (await site.metrics()).split('\n');
  expect(metrics).toContain('shell_remotes_file_rejected 0');

  expect((await site.ask(`/remotes/outside/${VERSIONS[0]}/client/remoteEntry.js`)).status).toBe(200);
  const say = async (island: string) => {
    const body = JSON.stringify({ remote: 'outside', island, version: VERSIONS[0], kind: 'crashed' });
    const headers = { 'content-type': 'text/plain' };
    return (await site.ask('/-/reports', { method: 'POST', headers, body })).status;
  };
  const islands = ['outside/zone/Openings', 'outside/zone/Invented'];
  expect(await Promise.all(islands.map(say))).toEqual([204, 204]);
  const counted = (await site.metrics()).split('\n').filter((line) => line.startsWith('shell_island_'));
  expect(counted).toEqual([expect.stringMatching(/island="outside\/zone\/Openings",kind="crashed"} 1$/)]);
});

test('/-/release-set has the live set and must not be cached; without a list the report has none', async () => {
  const site = await startSite();
  const { headers, body } = await site.ask('/-/release-set');
  expect(headers['cache-control']).toBe('no-store');
  expect(JSON.parse(body.toString())).toMatchObject({
    id: (await site.ask('/')).headers['x-release-set'],
    remotes: { home: { version: VERSIONS[0] }, blog: {}, forms: {} },
    previous: {},
  });
  expect(await reportOf(site)).not.toHaveProperty('remotesFileProblem');
});
