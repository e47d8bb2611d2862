import { rm } from 'node:fs/promises';
import path from 'node:path';
import { expectAccessible } from '../../support/accessible';
import { Form, FORM_NAMES, sampleValues } from '../../support/form';
import type { Site } from '../../support/site';
import { expect, test } from '../../support/test';
import { readReleaseSet } from '../../support/releases';
import { storedRows } from '../../support/stored-rows';
import { closeButtons, pauseAnimations, toastsOf } from '../../support/toasts';
import { openInside } from '../../support/pages';
import { expectOnlyFormsFailed, expectRetriesToWork, expectWholeHome } from './home-islands';

/** Kills a process of the site, as a crash would. */
async function crash(site: Site, folder: string): Promise<void> {
  const child = site.children.get(folder);
  child?.process.kill('SIGKILL');
  await child?.ended;
}

test('without the API: empty lists, error toasts, kept fields; after its restart, each form is sent once', async ({
  page,
  browser,
  own,
}) => {
  const forms = FORM_NAMES.map((name) => ({ form: new Form(page, name), values: sampleValues(name) }));
  await pauseAnimations(page);
  const expectToast = async (text: string) => {
    await expect(toastsOf(page)).toHaveText(text);
    await closeButtons(page).click();
    await expect(toastsOf(page)).toHaveCount(0);
  };
  await openInside(page, '/', own.url);
  for (const { form } of forms) await form.untilLive();
  await crash(own, 'api');
  // Bypass the cache of the first page.
  const late = await browser.newPage();
  await openInside(late, '/', own.url);
  for (const id of ['services', 'team', 'vacancies', 'blog']) {
    const section = late.locator(`section#${id}`);
    await expect(section.getByRole('heading', { level: 2 })).toBeVisible();
    await expect(section.locator('li, article')).toHaveCount(0);
  }
  await late.close();
  for (const { form, values } of forms) {
    await form.fill(values);
    await form.button.click();
    await expectToast(form.spec.error);
    await form.expectValues(values);
  }
  await own.restart('api');
  for (const { form, values } of forms) {
    await form.button.click();
    await expectToast(form.spec.success);
    await form.expectValues({});
    const dataDir = own.environment['DATA_DIR'] ?? '';
    expect(await storedRows(values['email'] ?? '', form.spec.table, dataDir)).toHaveLength(1);
  }
  await page.reload();
  await expect(page.locator('section#blog').getByRole('article')).toHaveCount(3);
});

test('a remote that was never reachable has fallbacks; after its start, retries work and new pages are complete', async ({
  page,
  own,
}) => {
  await crash(own, 'mfe-forms');
  await crash(own, 'shell');
  // The shell's copies of releases.
  await rm(path.join(own.environment['DATA_DIR'] ?? '', 'shell'), { recursive: true });
  await own.restart('shell');
  await page.goto(own.url);
  await expectOnlyFormsFailed(page);
  await expectAccessible(page, 'the fallbacks of the forms');
  await own.restart('mfe-forms');
  await expect.poll(async () => (await readReleaseSet(own.url)).remotes.forms).toBeDefined();
  await expectRetriesToWork(page);
  await page.reload();
  await expectWholeHome(page);
});
