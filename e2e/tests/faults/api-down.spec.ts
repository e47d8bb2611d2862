import type { APIResponse } from '@playwright/test';
import { Form } from '../../support/form';
import { FORM_NAMES, sampleValues } from '../../support/form-facts';
import { crash, expect, freeze, test } from '../../support/harmed-site';
import { openInside } from '../../support/inside';
import { readReleaseSet } from '../../support/releases';
import { storedRows } from '../../support/stored-rows';
import { stopTime } from '../../support/toasts';

// In order and in one worker: they share a site.
test.describe.configure({ mode: 'default' });

/** What no visitor should learn: addresses, ports, code, names of packages. */
const INTERNAL = /127\.0\.0\.1|localhost|:\d{4,5}|ECONN|undici|fastify|FST_|\bat \/|node_modules|stack/i;

/** The answer tells nothing that no visitor should learn. */
async function expectNoDetail(response: APIResponse): Promise<void> {
  expect.soft(await response.text(), response.url()).not.toMatch(INTERNAL);
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
      await expect(page.getByText(form.spec.error, { exact: true })).toBeVisible();
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
    await expect(page.getByText(form.spec.success, { exact: true })).toBeVisible();
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
