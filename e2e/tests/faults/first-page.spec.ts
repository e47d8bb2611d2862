import type { Page } from '@playwright/test';
import { FORM_IDS } from '@vidlunnia/contracts';
import { Form, FORMS, payloadOf, sampleValues, type Values } from '../../support/form';
import { breakFiles, chunksOf, FAULTS } from '../../support/requests';
import { storedRows } from '../../support/stored-rows';
import { expect, test } from '../../support/test';
import { isLive, pointAt, untilLinksAreLive, watchOutput } from '../../support/pages';
import { expectWholeHome } from './home-islands';

// On a small screen there is the menu, and most islands are outside the viewport.
test.use({ viewport: { width: 390, height: 844 } });

const ISLANDS = Object.values(FORM_IDS);

const htmlOfForms = (page: Page) =>
  Promise.all(ISLANDS.map((id) => page.locator(`#${id}`).evaluate((element) => element.outerHTML)));

async function expectMenuToWork(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Відкрити меню' }).click();
  const menu = page.getByRole('dialog', { name: 'Меню' });
  await menu.getByRole('link', { name: 'Команда' }).click();
  await expect(menu).toBeHidden();
  await expect(page).toHaveURL(/\/#team$/);
  await expect(page.locator('#team').getByRole('heading', { level: 2 })).toBeInViewport();
}

async function expectNativelySent(page: Page, values: Values, dataDir: string): Promise<void> {
  await new Form(page, 'contact').button.click();
  await expect(page).toHaveURL(/\?sent=contact#contact-form$/);
  await expect(page.locator(`#${FORM_IDS.contact}`).getByText(FORMS.contact.success)).toBeVisible();
  const rows = await storedRows(values['email'] ?? '', 'messages', dataDir);
  expect(rows).toMatchObject([payloadOf('contact', values)]);
}

// Files that hang: loading-fails.spec.ts; the shell's own: shell/src/starter/starter.test.ts.
test('without the code of forms, a first page keeps everything that the server rendered, and it works', async ({
  page,
  shared,
}) => {
  const output = watchOutput(page);
  await breakFiles(page, chunksOf('forms'), FAULTS.missing);
  await page.goto('/', { waitUntil: 'commit' });
  const values = sampleValues('contact');
  const form = new Form(page, 'contact');
  await form.fill(values);
  await untilLinksAreLive(page);
  const before = await htmlOfForms(page);

  for (const island of ISLANDS) await pointAt(page.locator(`#${island}`));
  const givenUp = () => output.filter((line) => /forms\/\w+ stays as the server rendered it/.test(line));
  await expect.poll(givenUp).toHaveLength(ISLANDS.length);

  expect(await htmlOfForms(page)).toEqual(before);
  await expectWholeHome(page);
  await expectMenuToWork(page);
  expect(await form.values()).toEqual(payloadOf('contact', values));
  expect(await isLive(form.element)).toBe(false);
  await expectNativelySent(page, values, shared.dataDir);
  expect(output.filter((line) => line.startsWith('uncaught'))).toEqual([]);
});

test('without the shell’s code, the browser handles menu, links and forms of a first page', async ({
  page,
  shared,
}) => {
  await breakFiles(page, /\/assets\/static\/[^?]*\.js/, FAULTS.missing);
  await page.goto('/', { waitUntil: 'commit' });
  await expectWholeHome(page);
  await expectMenuToWork(page);
  const values = sampleValues('contact');
  await new Form(page, 'contact').fill(values);
  await expectNativelySent(page, values, shared.dataDir);
});
