import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { Form, FORM_NAMES, sampleValues } from '../../support/form';
import { type Site, startSite } from '../../support/site';
import { expect, test } from '../../support/test';
import { readReleaseSet } from '../../support/releases';
import { storedRows } from '../../support/stored-rows';
import { closeButtons, pauseAnimations, toastsOf } from '../../support/toasts';
import { openInside } from '../../support/pages';
import { expectOnlyFormsFailed, expectRetriesToWork, expectWholeHome } from './home-islands';

// What responses reveal: shell/server/routes/api.test.ts. In order and in one worker, because they share a site whose processes they stop and restart.
test.describe.configure({ mode: 'default' });
let harmed: Site;
test.beforeAll(async () => {
  harmed = await startSite();
});
test.afterAll(() => harmed.stop());

/** Kills a process of the site, as a crash would. */
async function crash(folder: string): Promise<void> {
  const child = harmed.children.get(folder);
  child?.process.kill('SIGKILL');
  await child?.ended;
}

/** Expects one toast with this text, and closes it. */
async function expectToast(page: Page, text: string): Promise<void> {
  await expect(toastsOf(page)).toHaveText(text);
  await closeButtons(page).click();
  await expect(toastsOf(page)).toHaveCount(0);
}

test('without the API: empty lists, error toasts, kept fields; after its restart, each form is sent once', async ({
  page,
  browser,
}) => {
  const forms = FORM_NAMES.map((name) => ({ form: new Form(page, name), values: sampleValues(name) }));
  await pauseAnimations(page);
  await openInside(page, '/', harmed.url);
  for (const { form } of forms) await form.untilLive();
  await crash('api');
  // Bypass the cache of the first page.
  const late = await browser.newPage();
  await openInside(late, '/', harmed.url);
  for (const id of ['services', 'team', 'vacancies', 'blog']) {
    const section = late.locator(`section#${id}`);
    await expect(section.getByRole('heading', { level: 2 })).toBeVisible();
    await expect(section.locator('li, article')).toHaveCount(0);
  }
  await late.close();
  for (const { form, values } of forms) {
    await form.fill(values);
    await form.button.click();
    await expectToast(page, form.spec.error);
    await form.expectValues(values);
  }
  await harmed.restart('api');
  for (const { form, values } of forms) {
    await form.button.click();
    await expectToast(page, form.spec.success);
    await form.expectValues({});
    const dataDir = harmed.environment['DATA_DIR'] ?? '';
    expect(await storedRows(values['email'] ?? '', form.spec.table, dataDir)).toHaveLength(1);
  }
  await page.reload();
  await expect(page.locator('section#blog').getByRole('article')).toHaveCount(3);
});

// Origins that are down or hang while the shell runs: platform/engine/server/releases/live-set.test.ts.

test('a remote that was never reachable has fallbacks; after its start, retries work and new pages are complete', async ({
  page,
}) => {
  await crash('mfe-forms');
  await crash('shell');
  // The shell's copies of releases.
  await rm(path.join(harmed.environment['DATA_DIR'] ?? '', 'shell'), { recursive: true });
  await harmed.restart('shell');
  await page.goto(harmed.url);
  await expectOnlyFormsFailed(page);
  await harmed.restart('mfe-forms');
  await expect.poll(async () => (await readReleaseSet(harmed.url)).remotes.forms).toBeDefined();
  await expectRetriesToWork(page);
  await page.reload();
  await expectWholeHome(page);
});
