/** @jest-environment node */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { ReleaseReport } from '@vidlunnia/contracts/release-report';
import { formatRemoteList, makeKeyPair, signManifest } from '@vidlunnia/remote-kit/release';
import { startSite, type Site } from '../../testing/site';
import { sampleRelease, startTeamOrigin, VERSIONS } from '../../testing/team-origin';

const OPERATOR = makeKeyPair();
let file = '';
beforeEach(() => {
  file = path.join(mkdtempSync(path.join(tmpdir(), 'remotes-')), 'remotes.json');
});
afterEach(() => {
  rmSync(path.dirname(file), { recursive: true });
});

const reportOf = async (site: Site) =>
  JSON.parse((await site.ask('/-/releases')).body.toString('utf8')) as ReleaseReport;

test('with a list of remotes the report and the operator’s port tell of it, and of what it brings', async () => {
  const outside = await startTeamOrigin('outside');
  outside.publish(sampleRelease('outside', VERSIONS[0], ['Openings']));
  const list = formatRemoteList({
    serial: 7,
    remotes: [
      {
        name: 'outside',
        origin: outside.origin,
        publicKeys: [...outside.team.publicKeys],
        zones: [{ module: 'Openings', page: 'home', after: 'vacancies' }],
      },
    ],
  });
  writeFileSync(file, list);
  writeFileSync(`${file}.sig`, signManifest(list, OPERATOR.privateKey));
  const remotesFile = { file, publicKeys: [OPERATOR.publicKey], needed: [] };
  const site = await startSite(undefined, { remotesFile, metricsPort: 0 });
  const { remotes, contract, remotesFile: report } = await reportOf(site);
  expect(report).toEqual({ serial: 7, problem: null });
  expect(remotes['outside']?.live?.version).toBe(VERSIONS[0]);
  expect(contract.modules['outside']).toEqual(['Openings']);
  const metrics = (await site.metrics()).split('\n');
  expect(metrics).toContain('shell_remotes_file_serial 7');
  expect(metrics).toContain('shell_remotes_file_rejected 0');

  // Its files are public like everybody's, and what browsers say of its section is counted.
  expect((await site.ask(`/remotes/outside/${VERSIONS[0]}/client/remoteEntry.js`)).status).toBe(200);
  const say = (island: string) =>
    site.ask('/-/reports', {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: JSON.stringify({ island, version: VERSIONS[0], kind: 'crashed' }),
    });
  expect([
    (await say('outside/zone/Openings')).status,
    (await say('outside/zone/Invented')).status,
    (await say('outside/zone/../x')).status,
  ]).toEqual([204, 204, 400]);
  expect((await reportOf(site)).remotes['outside']?.live?.failures).toEqual({ crashed: 1 });
});

test('without a list the report says nothing of one', async () => {
  expect(await reportOf(await startSite())).not.toHaveProperty('remotesFile');
});
