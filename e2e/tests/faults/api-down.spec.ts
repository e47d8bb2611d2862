import { randomUUID } from 'node:crypto';
import { crash, expect, freeze, test } from '../../support/harmed-site';
import { untilFormIsLive } from '../../support/home-page';
import { openInside } from '../../support/inside';
import { readReleaseSet } from '../../support/releases';
import { rowsWith } from '../../support/stored-rows';
import { expectFields, fill, formsToSend, send } from './forms-to-send';

// In order and in one worker: they share a site.
test.describe.configure({ mode: 'default' });

/** What no visitor should learn: addresses, ports, code, names of packages. */
const INTERNAL = /127\.0\.0\.1|localhost|:\d{4,5}|ECONN|undici|fastify|FST_|\bat \/|node_modules|stack/i;

test('the API has died: empty lists, error toasts, fields kept; started again: all is sent once', async ({
  page,
  harmed,
}) => {
  const mark = randomUUID();
  const forms = formsToSend(mark);
  await crash(harmed, 'api');
  try {
    await openInside(page, '/', harmed.url);
    await expect(page.locator('section#services').getByRole('heading', { level: 2 })).toBeVisible();
    await expect(page.locator('section#blog').getByRole('heading', { level: 2 })).toBeVisible();
    await expect(page.locator('section#blog').getByRole('article')).toHaveCount(0);
    for (const form of forms) {
      await untilFormIsLive(page, form.id);
      await fill(page, form);
      await send(page, form);
      await expect(page.getByText(form.error, { exact: true })).toBeVisible();
      await expectFields(page, form, 'kept');
    }
  } finally {
    await harmed.restart('api');
  }
  for (const form of forms) {
    await send(page, form);
    await expect(page.getByText(form.success, { exact: true })).toBeVisible();
    await expectFields(page, form, 'empty');
    expect(await rowsWith(mark, form.kind, harmed.environment['DATA_DIR'] ?? '')).toHaveLength(1);
  }
  await page.reload();
  await expect(page.locator('section#blog').getByRole('article')).toHaveCount(3);
});

test('the API has died: the shell answers with a problem and tells nothing of its inside', async ({
  request,
  harmed,
}) => {
  await crash(harmed, 'api');
  try {
    const response = await request.get(`${harmed.url}/api/services`);
    expect([502, 503, 504]).toContain(response.status());
    expect(response.headers()['content-type']).toMatch(/^application\/(problem\+)?json/);
    expect(await response.text()).not.toMatch(INTERNAL);
  } finally {
    await harmed.restart('api');
  }
});

test('the API hangs: the shell answers 504 in time and tells nothing of its inside', async ({
  request,
  harmed,
}) => {
  const resume = freeze(harmed, 'api');
  try {
    const response = await request.get(`${harmed.url}/api/services`, { timeout: 15_000 + 8_000 });
    expect(response.status()).toBe(504);
    expect(await response.text()).not.toMatch(INTERNAL);
  } finally {
    resume();
  }
});

test('what a team keeps beside its public files is not passed on, whether its origin runs or not', async ({
  request,
  harmed,
}) => {
  const version = (await readReleaseSet(harmed.url)).remotes.home?.version ?? '';
  const paths = ['current.json', `${version}/release.json`, `${version}/server/remoteEntry.js`];
  const expectNone = async () => {
    for (const file of paths) {
      const response = await request.get(`${harmed.url}/remotes/home/${file}`);
      expect.soft(response.status(), file).toBe(404);
      expect.soft(await response.text(), file).not.toMatch(INTERNAL);
    }
  };
  await expectNone();
  await crash(harmed, 'mfe-home');
  try {
    await expectNone();
  } finally {
    await harmed.restart('mfe-home');
  }
});
