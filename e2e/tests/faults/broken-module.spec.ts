import type { Page } from '@playwright/test';
import { RELEASE_SET, releaseUnder, spoilModule } from '../../support/releases';
import { chunksOf } from '../../support/faults';
import { openInside } from '../../support/inside';
import { expect, test } from '../../support/test';
import { RETRY, retryButton } from './expectations';
import { FORMS, partsBeside } from './parts-of-home';

const { applicationForm, contactForm } = FORMS;

/** Words that of all modules only the contact form has. */
const CONTACT_FORM = 'Напишіть нам';

const WAYS = ['throws when evaluated', 'throws when rendered'] as const;

async function breakContactForm(page: Page, way: (typeof WAYS)[number]) {
  await page.route(chunksOf('forms'), async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: spoilModule(await response.text(), CONTACT_FORM, way) });
  });
  await openInside(page);
  await expect(contactForm.place(page)).toContainText(contactForm.words);
}

for (const way of WAYS) {
  test(`a module ${way}: only its part falls`, async ({ page }) => {
    await breakContactForm(page, way);
    await expect(page.getByRole('button', { name: RETRY })).toHaveCount(1);
    await expect(applicationForm.whole(page)).toBeVisible();
    for (const part of partsBeside('forms')) await expect(part.whole(page), part.name).toBeVisible();
  });

  test(`a module ${way}: a retry brings in the release that mends it`, async ({ page }) => {
    await breakContactForm(page, way);
    const asked = page.waitForResponse(RELEASE_SET);
    await retryButton(page, contactForm).click();
    await asked;
    await expect(retryButton(page, contactForm)).toBeVisible();

    await releaseUnder(page, 'forms', '0123456789ab');
    await retryButton(page, contactForm).click();
    await expect(contactForm.whole(page)).toBeVisible();
    await expect(page.getByRole('button', { name: RETRY })).toHaveCount(0);
    await expect(applicationForm.whole(page)).toBeVisible();
  });
}
