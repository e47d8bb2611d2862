import { randomUUID } from 'node:crypto';
import { crash, expect, freeze, test } from '../../support/harmed-site';
import { storedRows } from '../../support/submissions';
import { openPage } from './expectations';
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
    await openPage(page, harmed.url);
    await expect(page.locator('section#services').getByRole('heading', { level: 2 })).toBeVisible();
    await expect(page.locator('section#blog').getByRole('heading', { level: 2 })).toBeVisible();
    await expect(page.locator('section#blog').getByRole('article')).toHaveCount(0);
    for (const form of forms) {
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
    expect(await storedRows(harmed.environment['DATA_DIR'] ?? '', form.kind, mark)).toHaveLength(1);
  }
  await page.reload();
  await expect(page.locator('section#blog').getByRole('article')).toHaveCount(3);
});

test('an upstream has died: the shell answers with a problem and tells nothing of its inside', async ({
  request,
  harmed,
}) => {
  await crash(harmed, 'api');
  await crash(harmed, 'mfe-home');
  try {
    for (const path of ['/api/services', '/remotes/home/current.json']) {
      const response = await request.get(harmed.url + path);
      expect.soft([502, 503, 504], path).toContain(response.status());
      expect.soft(response.headers()['content-type'], path).toMatch(/^application\/(problem\+)?json/);
      expect.soft(await response.text(), path).not.toMatch(INTERNAL);
    }
  } finally {
    await Promise.all([harmed.restart('api'), harmed.restart('mfe-home')]);
  }
});

test('an upstream hangs: the shell answers 504 in time and tells nothing of its inside', async ({
  request,
  harmed,
}) => {
  const resume = [freeze(harmed, 'api'), freeze(harmed, 'mfe-home')];
  try {
    const deadlines = { '/remotes/home/current.json': 5_000, '/api/services': 15_000 };
    await Promise.all(
      Object.entries(deadlines).map(async ([path, deadline]) => {
        const response = await request.get(harmed.url + path, { timeout: deadline + 8_000 });
        expect.soft(response.status(), path).toBe(504);
        expect.soft(await response.text(), path).not.toMatch(INTERNAL);
      }),
    );
  } finally {
    for (const go of resume) go();
  }
});
