import { rm } from 'node:fs/promises';
import path from 'node:path';
import { crash, expect, freeze, test } from '../../support/harmed-site';
import { untilHomeIsWhole } from '../../support/home-page';
import { openInside } from '../../support/inside';
import { readReleaseSet } from '../../support/releases';
import type { Site } from '../../support/site';
import { expectFailed, expectRestWhole, expectRetriesToWork, expectWholeHome } from './expectations';

// In order and in one worker: they share a site.
test.describe.configure({ mode: 'default' });

/** The site has copies of its own of every release: what visitors get does not ask a team's origin. */
const WAYS = {
  'has died': async (site: Site, folder: string) => {
    await crash(site, folder);
    return () => site.restart(folder);
  },
  hangs: (site: Site, folder: string) => {
    const resume = freeze(site, folder);
    return Promise.resolve(() => {
      resume();
      return Promise.resolve();
    });
  },
};

for (const [way, folder] of [
  ['has died', 'mfe-forms'],
  ['hangs', 'mfe-blog'],
] as const) {
  test(`the process of ${folder} ${way}: nobody misses anything, on a first page or inside the site`, async ({
    page,
    harmed,
  }) => {
    const mend = await WAYS[way](harmed, folder);
    try {
      await page.goto(harmed.url);
      await expectWholeHome(page);
      await untilHomeIsWhole(page);
      await openInside(page, '/', harmed.url);
      await expectWholeHome(page);
      await untilHomeIsWhole(page);
    } finally {
      await mend();
    }
  });
}

/** Starts the shell anew while a team's origin is down. */
async function restartWithout(site: Site, folder: string, meanwhile: () => Promise<void>): Promise<void> {
  await crash(site, folder);
  await crash(site, 'shell');
  await meanwhile();
  await site.restart('shell');
}

/** What the shell keeps: copies of releases. */
const forgetReleases = (site: Site) =>
  rm(path.join(site.environment['DATA_DIR'] ?? '', 'shell'), { recursive: true });

test('a remote was never reached: fallbacks; it comes up: retries work, later pages are whole', async ({
  page,
  harmed,
}) => {
  await restartWithout(harmed, 'mfe-forms', () => forgetReleases(harmed));
  try {
    await page.goto(harmed.url);
    await expectFailed(page, 'forms');
    await expectRestWhole(page, 'forms');
  } finally {
    await harmed.restart('mfe-forms');
  }
  await expect.poll(async () => (await readReleaseSet(harmed.url)).remotes.forms).toBeDefined();
  await expectRetriesToWork(page, 'forms');
  await page.reload();
  await expectWholeHome(page);
});

test('the shell starts while a remote is down: its last release, of which the shell has a copy, goes on', async ({
  page,
  harmed,
}) => {
  const before = await readReleaseSet(harmed.url);
  await restartWithout(harmed, 'mfe-forms', () => Promise.resolve());
  try {
    expect((await readReleaseSet(harmed.url)).remotes.forms).toEqual(before.remotes.forms);
    await page.goto(harmed.url);
    await expectWholeHome(page);
  } finally {
    await harmed.restart('mfe-forms');
  }
});
