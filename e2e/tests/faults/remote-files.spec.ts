import { breakFiles, chunksOf, entryOf, FAULTS } from '../../support/requests';
import { expect, test } from '../../support/test';
import { openInside } from '../../support/pages';
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

// An altered entry or style sheet: integrity.spec.ts. A missing entry: retry.spec.ts. The release that replaces another:
// shell/src/remotes.

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

test('code of forms, missing: its islands say so, the rest is whole, retries work', async ({ page }) => {
  const repair = await breakFiles(page, chunksOf('forms'), FAULTS.missing);
  await openInside(page);
  await expectFailed(page, 'forms');
  await expectRestWhole(page, 'forms');
  repair();
  await expectRetriesToWork(page, 'forms');
});
