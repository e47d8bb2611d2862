import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { formatRemoteList, type ListedRemote } from '@vidlunnia/releases/remote-list';
import { Command } from '../../support/command';
import { repository } from '../../support/site';
import { expect, test as base } from '../../support/lone-shell';
import { readReleaseReport, untilPromoted } from '../../support/releases';
import { startOriginOf, type TeamOrigin } from '../../support/team-origin';
import { passOver, untilLinksAreLive, untilLive, watchOutput } from '../../support/pages';

const SECTION = '#zone-openings-openings';

/** Folder of a small remote for a zone, such as a team outside of the repository may have. */
const ZONE_REMOTE = 'e2e/mfe-openings';

/** Builds it as its team would; six seconds, unless it is built already. */
async function buildZoneRemote(): Promise<void> {
  const command = new Command(
    [process.execPath, path.join(repository, 'remote-kit/bin.cjs'), 'build'],
    { NODE_ENV: 'production' },
    path.join(repository, ZONE_REMOTE),
  );
  const { code, text } = await command.finish();
  if (code !== '0') throw new Error(text);
}

/** The operator's list of remotes, and the origin of a team whose remote the shell was not built with. */
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

test('a remote comes, stays while the list is broken, and goes, without a restart of the shell', async ({
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

  // After its neighbour, with its styles, and live when a visitor wants it.
  const output = watchOutput(page);
  await page.goto(lone.url);
  const section = page.locator(SECTION);
  await expect(section).toHaveCSS('outline-width', '3px');
  await expect(page.locator('[data-island="home/Vacancies"] + * > *')).toHaveId(SECTION.slice(1));
  const button = section.getByRole('button');
  await passOver(button);
  await untilLive(button);
  await button.click();
  await expect(button).toHaveText('Гукнули: 1');

  // A page that the browser makes has it too.
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
