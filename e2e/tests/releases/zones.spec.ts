import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { formatRemoteList, type ListedRemote } from '@vidlunnia/releases/remote-list';
import { Command } from '../../support/command';
import { repository } from '../../support/site';
import { shareShell } from '../../support/lone-shell';
import { readReleaseReport, untilPromoted } from '../../support/releases';
import { startOriginOf } from '../../support/team-origin';
import { expect, test } from '../../support/test';
import { pointAt, untilLinksAreLive, untilLive, watchOutput } from '../../support/pages';

/** Folder of a small remote for a zone, like one of a team outside the repository. */
const ZONE_REMOTE = 'e2e/mfe-openings';

/** Builds the zone's remote with its team's command, and lists it for the operator's shell. */
async function startOperator() {
  const command = new Command(
    [
      process.execPath,
      path.join(repository, 'tools/run.mjs'),
      'platform/remote-kit/commands/cli.ts',
      'build',
    ],
    { NODE_ENV: 'production' },
    path.join(repository, ZONE_REMOTE),
  );
  const { code, text } = await command.finish();
  expect(code, text).toBe('0');
  const folder = await mkdtemp(path.join(tmpdir(), 'operator-'));
  const file = path.join(folder, 'remotes.json');
  const team = await startOriginOf(ZONE_REMOTE);
  /** Writes a list with the remote in these zones, or without it. */
  const list = (zones?: ListedRemote['zones']) => {
    const remote = { name: 'openings', origin: team.origin, publicKeys: [team.publicKey] };
    return writeFile(file, formatRemoteList({ remotes: zones ? [{ ...remote, zones }] : [] }));
  };
  await list();
  const close = () => Promise.all([team.stop(), rm(folder, { recursive: true })]);
  return { file, version: await team.current(), list, close };
}

let operator: Awaited<ReturnType<typeof startOperator>>;
const lone = shareShell(async () => {
  operator = await startOperator();
  return { REMOTES_FILE: operator.file };
});
test.afterAll(() => operator.close());

// An invalid list: platform/engine/server/releases/configuration.test.ts.
test('a remote is added and removed without a restart of the shell', async ({ page }) => {
  const { url } = lone();
  const html = async () => (await fetch(url)).text();
  expect(await html()).not.toContain('zone-openings');

  await operator.list([]);
  await untilPromoted(url, 'openings', operator.version);
  expect(await html()).not.toContain('zone-openings');
  await operator.list([{ module: 'Openings', page: 'home', after: 'vacancies' }]);
  await expect.poll(html).toContain('id="zone-openings-openings"');

  // The section is in position, styled, and becomes live on intent.
  const output = watchOutput(page);
  await page.goto(url);
  const section = page.locator('[data-island="home/Vacancies"] + * > *');
  await expect(section).toHaveId('zone-openings-openings');
  await expect(section).toHaveCSS('outline-width', '3px');
  const button = section.getByRole('button');
  await pointAt(button);
  await untilLive(button);
  await button.click();
  await expect(button).toHaveText('Гукнули: 1');

  // A page that the browser renders has the section too.
  await page.goto(`${url}/privacy`);
  await untilLinksAreLive(page);
  await page.getByRole('link', { name: 'Відлуння, на головну' }).first().click();
  await expect(section).toHaveId('zone-openings-openings');
  expect(output).toEqual([]);

  await operator.list();
  await expect.poll(html).not.toContain('zone-openings');
  expect((await readReleaseReport(url)).remotes).not.toHaveProperty('openings');
});
