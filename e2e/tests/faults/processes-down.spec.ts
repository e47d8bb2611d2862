import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { APIResponse, Page } from '@playwright/test';
import { Form, FORM_NAMES, sampleValues } from '../../support/form';
import { type Site, startSite } from '../../support/site';
import { expect, test as base } from '../../support/test';
import { readReleaseSet } from '../../support/releases';
import { storedRows } from '../../support/stored-rows';
import { closeButtons, pauseAnimations, toastsOf } from '../../support/toasts';
import { openInside } from '../../support/pages';
import { expectFailed, expectRestWhole, expectRetriesToWork, expectWholeHome } from './home-islands';

/** A site whose processes the tests stop. Each test restarts them. */
const test = base.extend<object, { readonly harmed: Site }>({
  harmed: [
    async ({}, use) => {
      const site = await startSite();
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});
// In order and in one worker, because they share the site.
test.describe.configure({ mode: 'default' });

function childOf({ children }: Site, folder: string) {
  const child = children.get(folder);
  if (!child) throw new Error(`${folder} is not a package of the site`);
  return child;
}

/** Kills a process of the site, as a crash would. */
async function crash(site: Site, folder: string): Promise<void> {
  const child = childOf(site, folder);
  child.process.kill('SIGKILL');
  await child.ended;
}

/** Internals that no response may reveal: addresses, ports, code, package names. */
const INTERNAL = /127\.0\.0\.1|localhost|:\d{4,5}|ECONN|undici|fastify|FST_|\bat \/|node_modules|stack/i;

async function expectNoInternals(response: APIResponse): Promise<void> {
  expect.soft(await response.text(), response.url()).not.toMatch(INTERNAL);
}

/** Expects one toast with this text, and closes it. */
async function expectToast(page: Page, text: string): Promise<void> {
  await expect(toastsOf(page)).toHaveText(text);
  await closeButtons(page).click();
  await expect(toastsOf(page)).toHaveCount(0);
}

test('without the API: empty lists, error toasts, kept fields, a problem without internals; after its restart, each form is sent once', async ({
  page,
  browser,
  request,
  harmed,
}) => {
  const forms = FORM_NAMES.map((name) => ({ form: new Form(page, name), values: sampleValues(name) }));
  await pauseAnimations(page);
  await openInside(page, '/', harmed.url);
  for (const { form } of forms) await form.untilLive();
  await crash(harmed, 'api');
  try {
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
    const response = await request.get(`${harmed.url}/api/services`);
    expect([502, 503, 504]).toContain(response.status());
    expect(response.headers()['content-type']).toMatch(/^application\/(problem\+)?json/);
    await expectNoInternals(response);
  } finally {
    await harmed.restart('api');
  }
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

// Origins that are down or hang while the shell runs: shell/server/routes/files.test.ts, releases/pipeline.test.ts.

test('a remote that was never reachable has fallbacks; after its start, retries work and new pages are complete', async ({
  page,
  harmed,
}) => {
  await crash(harmed, 'mfe-forms');
  await crash(harmed, 'shell');
  // The shell's copies of releases.
  await rm(path.join(harmed.environment['DATA_DIR'] ?? '', 'shell'), { recursive: true });
  await harmed.restart('shell');
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
