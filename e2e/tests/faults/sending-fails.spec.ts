import { randomUUID } from 'node:crypto';
import type { Route } from '@playwright/test';
import { FAULTS, type Fault } from '../../support/faults';
import { openHome } from '../../support/home-page';
import { rowsWith } from '../../support/stored-rows';
import { expect, test } from '../../support/test';
import { expectFields, fill, formOf, formsToSend, send } from './forms-to-send';

/** The row is stored, the answer lost on its way. */
const answerLost: Fault = async (route) => {
  expect((await route.fetch()).status()).toBe(201);
  await route.abort('connectionreset');
};

const WAYS = {
  'is refused with 500': FAULTS.failing,
  'reaches nobody': FAULTS.lost,
  'is stored but its answer is lost': answerLost,
} satisfies Record<string, Fault>;

for (const { id, kind } of formsToSend('')) {
  for (const [way, fault] of Object.entries(WAYS)) {
    test(`${id} ${way}: error toast, fields kept; sent again: stored once, fields emptied`, async ({
      page,
      shared,
    }) => {
      const mark = randomUUID();
      const form = formsToSend(mark).find((candidate) => candidate.id === id);
      if (!form) throw new Error(`There is no ${id}`);
      const keys: (string | undefined)[] = [];
      let broken = true;
      await page.route(`**${form.path}`, async (route: Route) => {
        keys.push(route.request().headers()['idempotency-key']);
        if (broken) await fault(route);
        else await route.continue();
      });
      await openHome(page);
      await fill(page, form);

      await send(page, form);
      await expect(page.getByText(form.error, { exact: true })).toBeVisible();
      await expectFields(page, form, 'kept');
      await expect(page.getByText(form.success, { exact: true })).toHaveCount(0);

      broken = false;
      await send(page, form);
      await expect(page.getByText(form.success, { exact: true })).toBeVisible();
      await expectFields(page, form, 'empty');
      expect(keys).toHaveLength(2);
      expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
      expect(keys[1]).toBe(keys[0]);
      expect(await rowsWith(mark, kind, shared.dataDir)).toHaveLength(1);
    });
  }

  test(`${id} sent twice after success: two submissions, two keys`, async ({ page, shared }) => {
    const mark = randomUUID();
    const form = formsToSend(mark).find((candidate) => candidate.id === id);
    if (!form) throw new Error(`There is no ${id}`);
    await openHome(page);
    for (const time of ['first', 'second']) {
      await fill(page, form);
      await send(page, form);
      await expectFields(page, form, 'empty');
      await expect(formOf(page, form).getByRole('button', { name: form.submit }), time).toBeVisible();
    }
    expect(await rowsWith(mark, kind, shared.dataDir)).toHaveLength(2);
  });
}
