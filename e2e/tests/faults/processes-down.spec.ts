import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { APIResponse, Page } from '@playwright/test';
import { Form } from '../../support/form';
import { FORM_NAMES, sampleValues } from '../../support/form-facts';
import { crash, expect, freeze, test } from '../../support/harmed-site';
import { untilHomeIsWhole } from '../../support/home-page';
import { openInside } from '../../support/inside';
import { readReleaseSet } from '../../support/releases';
import type { Site } from '../../support/site';
import { storedRows } from '../../support/stored-rows';
import { closeButtons, stopTime, toastsOf } from '../../support/toasts';
import { expectFailed, expectRestWhole, expectRetriesToWork, expectWholeHome } from './expectations';

// In order and in one worker: they share a site.
test.describe.configure({ mode: 'default' });

/** What no visitor should learn: addresses, ports, code, names of packages. */
const INTERNAL = /127\.0\.0\.1|localhost|:\d{4,5}|ECONN|undici|fastify|FST_|\bat \/|node_modules|stack/i;

/** The answer tells nothing that no visitor should learn. */
async function expectNoDetail(response: APIResponse): Promise<void> {
  expect.soft(await response.text(), response.url()).not.toMatch(INTERNAL);
}

/** The one toast says so; it is closed. */
async function expectToast(page: Page, text: string): Promise<void> {
  await expect(toastsOf(page)).toHaveText(text);
  await closeButtons(page).click();
  await expect(toastsOf(page)).toHaveCount(0);
}

test('the API has died: empty lists, error toasts, fields kept, a problem that tells nothing of the inside; started again: all is sent once', async ({
  page,
  request,
  harmed,
}) => {
  const forms = FORM_NAMES.map((name) => ({ form: new Form(page, name), values: sampleValues(name) }));
  await stopTime(page);
  await crash(harmed, 'api');
  try {
    await openInside(page, '/', harmed.url);
    await expect(page.locator('section#services').getByRole('heading', { level: 2 })).toBeVisible();
    await expect(page.locator('section#blog').getByRole('heading', { level: 2 })).toBeVisible();
    await expect(page.locator('section#blog').getByRole('article')).toHaveCount(0);
    for (const { form, values } of forms) {
      await form.untilLive();
      await form.fill(values);
      await form.button.click();
      await expectToast(page, form.spec.error);
      await form.expectValues(values);
    }
    const response = await request.get(`${harmed.url}/api/services`);
    expect([502, 503, 504]).toContain(response.status());
    expect(response.headers()['content-type']).toMatch(/^application\/(problem\+)?json/);
    await expectNoDetail(response);
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

test('the API hangs: the shell answers 504 and tells nothing of its inside; what a team keeps beside its public files is not passed on meanwhile, whether its origin runs or not', async ({
  request,
  harmed,
}) => {
  const resume = freeze(harmed, 'api');
  try {
    const late = request.get(`${harmed.url}/api/services`, { timeout: 45_000 });
    const version = (await readReleaseSet(harmed.url)).remotes.home?.version ?? '';
    const paths = ['current.json', `${version}/release.json`, `${version}/server/remoteEntry.js`];
    const expectNone = async () => {
      for (const file of paths) {
        const response = await request.get(`${harmed.url}/remotes/home/${file}`);
        expect.soft(response.status(), file).toBe(404);
        await expectNoDetail(response);
      }
    };
    await expectNone();
    await crash(harmed, 'mfe-home');
    try {
      await expectNone();
    } finally {
      await harmed.restart('mfe-home');
    }
    expect((await late).status()).toBe(504);
    await expectNoDetail(await late);
  } finally {
    resume();
  }
});

test('of two teams’ processes one has died and one hangs: nobody misses anything, on a first page or inside the site', async ({
  page,
  harmed,
}) => {
  // The site has copies of its own of every release: what visitors get does not ask a team's origin.
  await crash(harmed, 'mfe-forms');
  const resume = freeze(harmed, 'mfe-blog');
  try {
    await page.goto(harmed.url);
    await expectWholeHome(page);
    await untilHomeIsWhole(page);
    await openInside(page, '/', harmed.url);
    await expectWholeHome(page);
    await untilHomeIsWhole(page);
  } finally {
    resume();
    await harmed.restart('mfe-forms');
  }
});

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
