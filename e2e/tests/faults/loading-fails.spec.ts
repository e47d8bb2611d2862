import type { Page } from '@playwright/test';
import { openInside, watchOutput } from '../../support/pages';
import { breakFiles, FAULTS, filesOf } from '../../support/requests';
import { expect, test } from '../../support/test';
import { expectOnlyFormsFailed, expectRetriesToWork, expectSections, retryButtons } from './home-islands';

// Altered files: integrity.spec.ts. Lists that fail: processes-down.spec.ts. A post without its remote:
// shell/src/islands/fallbacks.test.tsx. A second press: shared/ui/button/button.test.tsx.

const POST = '/blog/kava-i-chai';

/** Advances the page's fake clock past each deadline, until a state is reached. */
async function passDeadlines(page: Page, isReached: () => Promise<boolean> | boolean): Promise<void> {
  const step = async () => {
    if (await isReached()) return true;
    // The shortest deadline: a remote's entry.
    await page.clock.fastForward(3_000);
    return false;
  };
  await expect.poll(step, { intervals: [50] }).toBe(true);
}

test('when the entry of forms hangs, its islands fail in time, the rest is complete, and retries work', async ({
  page,
}) => {
  await page.clock.install();
  const repair = await breakFiles(page, filesOf('forms', 'remoteEntry\\.js'), FAULTS.hanging);
  await openInside(page);
  // Other islands do not depend on the deadline.
  await expectSections(page);
  await passDeadlines(page, async () => (await retryButtons(page).count()) === 2);
  await expectOnlyFormsFailed(page);
  // An island may fail before its last file, whose deadline is the longest, and a retry would wait for that file.
  await page.clock.fastForward(8_000);
  repair();
  await expectRetriesToWork(page);
});

test('a post whose data hangs shows a loading text, then «Стаття не знайдена», and logs one line (specification, sections 4 and 8)', async ({
  page,
}) => {
  await page.clock.install();
  const output = watchOutput(page);
  // The site's own lines; the browser logs failed requests itself.
  const log = () => output.filter((line) => /^(?:error|uncaught): (?!Failed to load resource)/.test(line));
  await page.route('**/api/blog/*', FAULTS.hanging);
  const requested = page.waitForRequest('**/api/blog/*');
  await openInside(page, POST);
  await requested;
  await expect(page.getByRole('status').filter({ hasText: 'Завантажуємо статтю…' })).toBeVisible();
  await passDeadlines(page, () => log().length > 0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Стаття не знайдена');
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  expect(log()).toEqual([expect.stringMatching(/^error: blog\/Post could not be loaded/)]);
});

test('a missing cover leaves its text on a plain background, without the browser’s icon', async ({
  page,
}) => {
  await page.route(/\.(?:svg|png|jpe?g|webp|avif)(?:$|\?)/, FAULTS.lost);
  await page.goto(POST);
  const cover = page.getByRole('article').getByRole('img').first();
  const alt = (await cover.getAttribute('alt')) ?? '';
  expect(alt).not.toBe('');
  const background = () =>
    cover.evaluate((image) => {
      const { content, position, width, height } = getComputedStyle(image, '::after');
      const covers = (length: string, whole: number) => Math.abs(parseFloat(length) - whole) < 1;
      const box = image.getBoundingClientRect();
      return { content, position, covers: covers(width, box.width) && covers(height, box.height) };
    });
  await expect.poll(background).toEqual({ content: `"${alt}"`, position: 'absolute', covers: true });
});
