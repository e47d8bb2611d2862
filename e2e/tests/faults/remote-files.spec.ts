import { breakFiles, chunksOf, entryOf, FAULTS, stylesOf } from '../../support/requests';
import { expect, test } from '../../support/test';
import { openInside } from '../../support/visit';
import {
  CONTACT_FORM,
  expectFailed,
  expectRestWhole,
  expectRetriesToWork,
  ISLANDS_OF_HOME,
  RETRY,
  retryButton,
} from './home-islands';
import { passDeadlines } from './page-clock';

// An altered file does not load either: integrity.spec.ts. A missing entry: retry.spec.ts. Which release comes instead,
// and when: shell/src/remotes.

test('the entry of forms hangs: its islands say so in time, the rest is whole, a retry works', async ({
  page,
}) => {
  await page.clock.install();
  const repair = await breakFiles(page, entryOf('forms'), FAULTS.hanging);
  await openInside(page);
  // What comes by itself has come before the clock is moved.
  await expectRestWhole(page, 'forms');
  const retries = page.getByRole('button', { name: RETRY });
  await expect(retries).toHaveCount(0);
  await passDeadlines(page, async () => (await retries.count()) === ISLANDS_OF_HOME.forms.length);
  await expectFailed(page, 'forms');
  repair();
  await retryButton(page, CONTACT_FORM).click();
  await expect(CONTACT_FORM.whole(page)).toBeVisible();
});

for (const [files, pattern] of [
  ['code', chunksOf('forms')],
  ['style sheets', stylesOf('forms')],
] as const) {
  test(`${files} of forms, missing: its islands say so, the rest is whole, retries work`, async ({
    page,
  }) => {
    const repair = await breakFiles(page, pattern, FAULTS.missing);
    await openInside(page);
    await expectFailed(page, 'forms');
    await expectRestWhole(page, 'forms');
    repair();
    await expectRetriesToWork(page, 'forms');
  });
}
