import type { CDPSession, Page } from '@playwright/test';
import { BROWSER_ARGUMENTS, installedTestBrowser } from '@vidlunnia/scripts/stack';
import { expect, test } from '../../support/test';
import { untilPageIsLive } from '../../support/pages';

const executablePath = installedTestBrowser();

test.use({
  launchOptions: {
    args: [...BROWSER_ARGUMENTS],
    // Playwright switches the cache off, since it loses sight of pages that come back from it.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    ...(executablePath && { executablePath }),
  },
});

/** The headless shell keeps no page, and tells all the same what would be against it. */
const OF_THE_HEADLESS_SHELL = ['BackForwardCacheDisabledForDelegate', 'BrowsingInstanceNotSwapped'];

/** Leaves the page by a document of its own, comes back, and tells why it was not kept meanwhile; nothing if it was. */
async function leaveAndComeBack(page: Page, next: string): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  const reasons: string[] = [];
  session.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) => {
    reasons.push(...notRestoredExplanations.map(({ reason }) => reason));
  });
  await page.goto(next);
  await untilPageIsLive(page);
  await goBack(session);
  return reasons.filter((reason) => !OF_THE_HEADLESS_SHELL.includes(reason));
}

/** By the browser itself: Playwright would wait for a page that loads. */
async function goBack(session: CDPSession): Promise<void> {
  const { currentIndex, entries } = await session.send('Page.getNavigationHistory');
  const { id = 0, url = '' } = entries[currentIndex - 1] ?? {};
  await session.send('Page.navigateToHistoryEntry', { entryId: id });
  const place = async () => {
    const expression = 'document.readyState === "complete" && location.href';
    return (await session.send('Runtime.evaluate', { expression })).result.value as unknown;
  };
  await expect.poll(() => place().catch(() => '')).toBe(url);
}

for (const [address, next] of [
  ['/', '/blog/kava-i-chai'],
  ['/blog/kava-i-chai', '/'],
] as const) {
  test(`nothing on ${address}, with all of its code, keeps it from the back-forward cache`, async ({
    page,
  }) => {
    await page.goto(address);
    await untilPageIsLive(page);
    expect(await leaveAndComeBack(page, next)).toEqual([]);
  });
}

test('the check itself notices a page that cannot be kept', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => {
    addEventListener('unload', () => undefined);
  });
  expect(await leaveAndComeBack(page, '/blog/kava-i-chai')).not.toEqual([]);
});
