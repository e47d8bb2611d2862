import type { Locator, Page } from '@playwright/test';
import { contact } from '../../content/owner.json';
import { FORM_IDS, SECTION_IDS } from '@vidlunnia/contracts';
import { markDocument, wasReloaded } from '../../support/pages';
import { expect } from '../../support/test';

/** The messages that replace the forms when they fail, by section. */
const FALLBACKS = {
  vacancies: `Форма не завантажилася. Надішліть кілька слів про себе на ${contact.email} або зателефонуйте: ${contact.phone}.`,
  contact: `Форма не завантажилася, але ми вас почуємо: ${contact.phone}, ${contact.email}.`,
};

/** The buttons of failed islands. */
export const retryButtons = (page: Page): Locator => page.getByRole('button', { name: 'Спробувати ще раз' });

/** Expects the whole page, except the forms, which have a message and a button each. */
export async function expectOnlyFormsFailed(page: Page): Promise<void> {
  for (const [id, fallback] of Object.entries(FALLBACKS))
    await expect(page.locator(`section#${id}`)).toContainText(fallback);
  await expectSections(page);
  await expect(retryButtons(page)).toHaveCount(2);
}

/** Expects header, footer and every section. */
async function expectSections(page: Page): Promise<void> {
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  for (const id of SECTION_IDS) {
    const level = id === 'hero' ? 1 : 2;
    await expect(page.locator(`section#${id}`).getByRole('heading', { level }), id).toBeVisible();
  }
}

/** Expects that each form's button restores the form in the same document. */
export async function expectRetriesToWork(page: Page): Promise<void> {
  await markDocument(page);
  for (const left of [1, 0]) {
    await retryButtons(page).first().click();
    await expect(retryButtons(page)).toHaveCount(left);
  }
  await expectWholeHome(page);
  expect(await wasReloaded(page)).toBe(false);
}

export async function expectWholeHome(page: Page): Promise<void> {
  await expectSections(page);
  for (const id of Object.values(FORM_IDS)) await expect(page.locator(`form#${id}`)).toBeVisible();
  await expect(retryButtons(page)).toHaveCount(0);
}
