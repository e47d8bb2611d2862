import { FORM_IDS } from '@vidlunnia/shared/contracts';
import { sampleValues } from '../../support/form-facts';
import { untilFormIsLive } from '../../support/home-page';
import { holdScripts } from '../../support/hydration';
import { choiceOf, expectNativeValues, fillNative } from '../../support/native-form';
import { expect, test } from '../../support/lone-shell';
import { spoiling } from '../../support/releases';
import { RETRY } from './expectations';
import { FORMS } from './parts-of-home';

/** Words that of all modules only the contact form has. */
const CONTACT_FORM = 'Напишіть нам';

for (const way of ['throws when evaluated', 'throws when rendered'] as const) {
  test(`on a first page a module ${way} in the browser: the server’s part stays, with what was typed in it`, async ({
    page,
    lone,
  }) => {
    lone.teams.forms.release('bbbbbbbbbbbb', spoiling(CONTACT_FORM, way));
    await lone.start();
    const { name = '', message = '' } = sampleValues('contact');
    const output: string[] = [];
    page.on('console', (line) => output.push(line.text()));
    const release = await holdScripts(page);
    await page.goto(lone.url, { waitUntil: 'commit' });
    await fillNative(page, 'contact', { name, message });
    release();
    await page.locator(`#${FORM_IDS.contact}`).scrollIntoViewIfNeeded();
    // The module beside it is whole and comes alive.
    await untilFormIsLive(page, FORM_IDS.application);
    await expect.poll(() => output.length).toBeGreaterThan(0);
    await expect(FORMS.contactForm.whole(page)).toBeVisible();
    await expect(choiceOf(page, 'contact')).toBeVisible();
    await expectNativeValues(page, 'contact', { name, message });
    await expect(page.getByRole('button', { name: RETRY })).toHaveCount(0);
  });
}
