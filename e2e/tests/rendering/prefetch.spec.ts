import type { Page } from '@playwright/test';
import { breakFiles, FAULTS } from '../../support/requests';
import { expect, test } from '../../support/test';
import { untilLinksAreLive } from '../../support/pages';

/** Presses a link without releasing it. */
async function press(page: Page, href: string): Promise<void> {
  const link = page.locator(`a[href="${href}"]:visible`).first();
  await link.hover();
  await page.mouse.down();
}

const deliveryOf = (page: Page) =>
  page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation');
    return (entry as PerformanceNavigationTiming & { readonly deliveryType?: string }).deliveryType;
  });

/** Collects prefetch rules and prefetched documents, which only the browser's protocol reports. */
async function watchPreloads(page: Page) {
  const session = await page.context().newCDPSession(page);
  const rules: string[] = [];
  const ready: string[] = [];
  session.on('Preload.ruleSetUpdated', ({ ruleSet }) => rules.push(ruleSet.sourceText));
  session.on('Preload.prefetchStatusUpdated', ({ status, prefetchUrl }) => {
    if (status === 'Ready') ready.push(new URL(prefetchUrl).pathname);
  });
  await session.send('Preload.enable');
  return { rules, ready };
}

test('a press on a post’s link prefetches its document before the release', async ({ page }) => {
  const to = '/blog/kava-i-chai';
  await breakFiles(page, /\.js$/, FAULTS.lost);
  const { rules, ready } = await watchPreloads(page);
  await page.goto('/');
  await expect.poll(() => rules).toHaveLength(1);
  await press(page, to);
  await expect.poll(() => ready).toEqual([to]);
  await page.mouse.up();
  await page.waitForURL(to);
  expect(await deliveryOf(page)).toBe('navigational-prefetch');
});

test('a link that the router follows prefetches no document', async ({ page }) => {
  const { rules, ready } = await watchPreloads(page);
  await page.goto('/');
  await expect.poll(() => rules).toHaveLength(1);
  await untilLinksAreLive(page);
  await press(page, '/blog/kava-i-chai');
  await page.mouse.up();
  await expect(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();
  expect(ready).toEqual([]);
});
