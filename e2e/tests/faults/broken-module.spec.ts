import type { Page } from '@playwright/test';
import { openInside } from '../../support/inside';
import { expect, test, type LoneShell } from '../../support/lone-shell';
import { RELEASE_SET, spoiling, untilLiveIs, type WayToFail } from '../../support/releases';
import { RETRY, retryButton } from './expectations';
import { FORMS, partsBeside } from './parts-of-home';

const { applicationForm, contactForm } = FORMS;

/** Words that of all modules only the contact form has. */
const CONTACT_FORM = 'Напишіть нам';

const WAYS = ['throws when evaluated', 'throws when rendered'] as const;

/** The first release that the shell takes in is broken in browsers: there is none before it. */
async function breakContactForm(page: Page, lone: LoneShell, way: WayToFail) {
  lone.teams.forms.release('bbbbbbbbbbbb', spoiling(CONTACT_FORM, way));
  await lone.start();
  await openInside(page, '/', lone.url);
  await expect(contactForm.place(page)).toContainText(contactForm.words);
}

for (const way of WAYS) {
  test(`a module ${way}: only its part falls`, async ({ page, lone }) => {
    await breakContactForm(page, lone, way);
    await expect(page.getByRole('button', { name: RETRY })).toHaveCount(1);
    await expect(applicationForm.whole(page)).toBeVisible();
    for (const part of partsBeside('forms')) await expect(part.whole(page), part.name).toBeVisible();
  });

  test(`a module ${way}: a retry brings in the release that mends it`, async ({ page, lone }) => {
    await breakContactForm(page, lone, way);
    const asked = page.waitForResponse(RELEASE_SET);
    await retryButton(page, contactForm).click();
    await asked;
    await expect(retryButton(page, contactForm)).toBeVisible();

    lone.teams.forms.release('cccccccccccc');
    await untilLiveIs(lone.url, 'forms', 'cccccccccccc');
    await retryButton(page, contactForm).click();
    await expect(contactForm.whole(page)).toBeVisible();
    await expect(page.getByRole('button', { name: RETRY })).toHaveCount(0);
    await expect(applicationForm.whole(page)).toBeVisible();
  });
}
