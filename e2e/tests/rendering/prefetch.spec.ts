import type { Page } from '@playwright/test';
import { breakFiles, FAULTS } from '../../support/requests';
import { expect, test } from '../../support/test';
import { untilLinksAreLive } from '../../support/pages';

const POST = '/blog/kava-i-chai';

/** Opens the home page. Resolves to the prefetched documents, which only the browser's protocol reports. */
async function watchPrefetches(page: Page): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page);
  const rules: string[] = [];
  const ready: string[] = [];
  session.on('Preload.ruleSetUpdated', ({ ruleSet }) => rules.push(ruleSet.sourceText));
  session.on('Preload.prefetchStatusUpdated', ({ status, prefetchUrl }) => {
    if (status === 'Ready') ready.push(new URL(prefetchUrl).pathname);
  });
  await session.send('Preload.enable');
  await page.goto('/');
  await expect.poll(() => rules).toHaveLength(1);
  return ready;
}

/** Presses the link of the post without releasing it. */
async function press(page: Page): Promise<void> {
  await page.locator(`a[href="${POST}"]:visible`).first().hover();
  await page.mouse.down();
}

test('a press on a post’s link prefetches its document before the release', async ({ page }) => {
  await breakFiles(page, /\.js$/, FAULTS.lost);
  const ready = await watchPrefetches(page);
  await press(page);
  await expect.poll(() => ready).toEqual([POST]);
  await page.mouse.up();
  await page.waitForURL(POST);
  const delivery = await page.evaluate(
    () => performance.getEntriesByType('navigation')[0]?.toJSON() as object,
  );
  expect(delivery).toMatchObject({ deliveryType: 'navigational-prefetch' });
});

test('a link that the router follows prefetches no document', async ({ page }) => {
  const ready = await watchPrefetches(page);
  await untilLinksAreLive(page);
  await press(page);
  await page.mouse.up();
  await expect(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();
  expect(ready).toEqual([]);
});
