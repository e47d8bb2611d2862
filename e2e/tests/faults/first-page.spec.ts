import type { Page } from '@playwright/test';
import { Form, payloadOf, sampleValues } from '../../support/form';
import { breakFiles, FAULTS, filesOf } from '../../support/requests';
import { storedRows } from '../../support/stored-rows';
import { expect, test } from '../../support/test';
import { isLive, pointAt, untilLinksAreLive, watchOutput } from '../../support/pages';
import { expectWholeHome } from './home-islands';

// On a small screen there is the menu, and most islands are outside the viewport.
test.use({ viewport: { width: 390, height: 844 } });

/** Fills the contact form, acts, and expects menu and form to work as the browser handles them. */
async function expectToWork(page: Page, dataDir: string, act = () => Promise.resolve()): Promise<void> {
  const form = new Form(page, 'contact');
  const values = sampleValues('contact');
  await page.goto('/', { waitUntil: 'commit' });
  await form.fill(values);
  await act();
  await expectWholeHome(page);

  await page.getByRole('button', { name: 'Відкрити меню' }).click();
  const menu = page.getByRole('dialog', { name: 'Меню' });
  await menu.getByRole('link', { name: 'Команда' }).click();
  await expect(menu).toBeHidden();
  await expect(page).toHaveURL(/\/#team$/);
  await expect(page.locator('#team').getByRole('heading', { level: 2 })).toBeInViewport();

  await form.expectValues(values);
  await form.button.click();
  await expect(page).toHaveURL(/\?sent=contact#contact-form$/);
  await expect(form.element.getByText(form.spec.success)).toBeVisible();
  const rows = await storedRows(values['email'] ?? '', form.spec.table, dataDir);
  expect(rows).toMatchObject([payloadOf('contact', values)]);
}

// Files that hang: loading-fails.spec.ts; the shell's own: platform/engine/browser/starter/starter.test.ts. Code that throws:
// platform/engine/browser/islands/served-islands.test.tsx.
test('without the code of forms, a first page keeps everything that the server rendered, and it works', async ({
  page,
  shared,
}) => {
  const output = watchOutput(page);
  await breakFiles(page, filesOf('forms', 'static/[^?]*\\.js'), FAULTS.missing);
  const { element } = new Form(page, 'contact');
  await expectToWork(page, shared.dataDir, async () => {
    await untilLinksAreLive(page);
    await pointAt(element);
    const givenUp = () => output.filter((line) => line.includes('ContactForm could not be loaded'));
    await expect.poll(givenUp).toHaveLength(1);
    expect(await isLive(element)).toBe(false);
  });
  expect(output.filter((line) => line.startsWith('uncaught'))).toEqual([]);
});

test('without the shell’s code, the browser handles menu, links and forms of a first page', async ({
  page,
  shared,
}) => {
  await breakFiles(page, /\/assets\/static\/[^?]*\.js/, FAULTS.missing);
  await expectToWork(page, shared.dataDir);
});
