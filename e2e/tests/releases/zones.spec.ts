import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { formatRemoteList, type ListedRemote } from '@vidlunnia/releases/remote-list';
import { Command } from '../../support/command';
import { repository } from '../../support/site';
import { expect, test as base } from '../../support/lone-shell';
import { readReleaseReport, untilPromoted } from '../../support/releases';
import { startOriginOf, type TeamOrigin } from '../../support/team-origin';
import { pointAt, untilLinksAreLive, untilLive, watchOutput } from '../../support/pages';

const SECTION = '#zone-openings-openings';

/** Folder of a small remote for a zone, like one of a team outside the repository. */
const ZONE_REMOTE = 'e2e/mfe-openings';

/** Builds the zone remote by its team's command, in about six seconds if it changed. */
async function buildZoneRemote(): Promise<void> {
  const command = new Command(
    [process.execPath, path.join(repository, 'remote-kit/bin.cjs'), 'build'],
    { NODE_ENV: 'production' },
    path.join(repository, ZONE_REMOTE),
  );
  const { code, text } = await command.finish();
  if (code !== '0') throw new Error(text);
}

/** The operator's list of remotes, and the origin of a team whose remote the shell does not know. */
interface Operator {
  readonly file: string;
  readonly origin: TeamOrigin;
  /** Writes a list with this remote in these zones, or without it. */
  readonly list: (zones?: ListedRemote['zones']) => Promise<void>;
}

const test = base.extend<{ readonly operator: Operator }>({
  operator: async ({}, use) => {
    await buildZoneRemote();
    const folder = await mkdtemp(path.join(tmpdir(), 'operator-'));
    const origin = await startOriginOf(ZONE_REMOTE);
    const file = path.join(folder, 'remotes.json');
    const list = (zones?: ListedRemote['zones']) => {
      const remote = { name: 'openings', origin: origin.origin, publicKeys: [origin.publicKey] };
      return writeFile(file, formatRemoteList({ remotes: zones ? [{ ...remote, zones }] : [] }));
    };
    await list();
    await use({ file, origin, list });
    await origin.stop();
    await rm(folder, { recursive: true });
  },
});

test('a remote is added, stays while the list is invalid, and is removed, without a restart of the shell', async ({
  lone,
  operator,
  page,
}) => {
  const { file, origin, list } = operator;
  await lone.start({ REMOTES_FILE: file });
  const started = lone.id();
  const html = async () => (await fetch(lone.url)).text();
  expect(await html()).not.toContain('zone-openings');

  await list([]);
  await untilPromoted(lone.url, 'openings', origin.current());
  expect(await html()).not.toContain('zone-openings');
  await list([{ module: 'Openings', page: 'home', after: 'vacancies' }]);
  await expect.poll(html).toContain('id="zone-openings-openings"');

  // The section has its position and styles, and becomes live on intent.
  const output = watchOutput(page);
  await page.goto(lone.url);
  const section = page.locator(SECTION);
  await expect(section).toHaveCSS('outline-width', '3px');
  await expect(page.locator('[data-island="home/Vacancies"] + * > *')).toHaveId(SECTION.slice(1));
  const button = section.getByRole('button');
  await pointAt(button);
  await untilLive(button);
  await button.click();
  await expect(button).toHaveText('Гукнули: 1');

  // A page that the browser renders has it too.
  await page.goto(`${lone.url}/privacy`);
  await untilLinksAreLive(page);
  await page.getByRole('link', { name: 'Відлуння, на головну' }).first().click();
  await expect(page.locator('[data-island="home/Vacancies"] + * > *')).toHaveId(SECTION.slice(1));
  expect(output).toEqual([]);

  await writeFile(file, '{}');
  const problem = async () => (await readReleaseReport(lone.url)).remotesFileProblem;
  await expect.poll(problem).toMatch('remotes is missing');
  expect(await html()).toContain(`id="${SECTION.slice(1)}"`);

  await list();
  await expect.poll(html).not.toContain('zone-openings');
  expect((await readReleaseReport(lone.url)).remotes).not.toHaveProperty('openings');
  expect(lone.id()).toBe(started);
});
