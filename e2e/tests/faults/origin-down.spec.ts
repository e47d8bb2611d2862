import { crash, expect, freeze, test } from '../../support/harmed-site';
import { readReleaseSet } from '../../support/releases';
import {
  expectFailed,
  expectRestWhole,
  expectRetriesToWork,
  expectWholeHome,
  openPage,
} from './expectations';

// In order and in one worker: they share a site.
test.describe.configure({ mode: 'default' });

/** Milliseconds that a remote's entry may take (`shell/src/remotes/federation-host.ts`). */
const ENTRY_DEADLINE = 3_000;

test('the process of a remote has died: fallbacks; it is started again: retries work', async ({
  page,
  harmed,
}) => {
  await crash(harmed, 'mfe-forms');
  try {
    await openPage(page, harmed.url);
    await expectFailed(page, 'forms');
    await expectRestWhole(page, 'forms');
  } finally {
    await harmed.restart('mfe-forms');
  }
  await expectRetriesToWork(page, 'forms');
});

test('the process of a remote hangs: fallbacks in time; it goes on: retries work', async ({
  page,
  harmed,
}) => {
  const resume = freeze(harmed, 'mfe-blog');
  try {
    await openPage(page, harmed.url);
    await expectFailed(page, 'blog', ENTRY_DEADLINE);
    await expectRestWhole(page, 'blog');
  } finally {
    resume();
  }
  await expectRetriesToWork(page, 'blog');
});

test('a remote is not there when the shell starts: fallbacks; it comes up: retries work, later pages are whole', async ({
  page,
  harmed,
}) => {
  await crash(harmed, 'mfe-forms');
  await crash(harmed, 'shell');
  try {
    await harmed.restart('shell');
    await openPage(page, harmed.url);
    await expectFailed(page, 'forms');
    await expectRestWhole(page, 'forms');
  } finally {
    await harmed.restart('mfe-forms');
  }
  // The shell looks for it once a second.
  await expect.poll(async () => (await readReleaseSet(harmed.url)).remotes.forms).toBeDefined();
  await expectRetriesToWork(page, 'forms');
  await page.reload();
  await expectWholeHome(page);
});
