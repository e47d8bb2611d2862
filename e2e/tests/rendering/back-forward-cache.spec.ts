import type { CDPSession, Page } from '@playwright/test';
import { BROWSER_ARGUMENTS, installedTestBrowser } from '@vidlunnia/scripts';
import { expect, test } from '../../support/test';
import { untilPageIsLive } from '../../support/pages';

const executablePath = installedTestBrowser();

test.use({
  launchOptions: {
    args: [...BROWSER_ARGUMENTS],
    // Playwright disables the cache because it loses track of restored pages.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    ...(executablePath && { executablePath }),
  },
});

/** The headless shell never caches pages, but still reports other obstacles. */
const OF_THE_HEADLESS_SHELL = ['BackForwardCacheDisabledForDelegate', 'BrowsingInstanceNotSwapped'];

/** Loads another document and goes back. Resolves to the reasons why the page was not cached. */
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

/** Goes back by a script, because Playwright would wait for a load. */
async function goBack(session: CDPSession): Promise<void> {
  const { currentIndex, entries } = await session.send('Page.getNavigationHistory');
  const { id = 0, url = '' } = entries[currentIndex - 1] ?? {};
  await session.send('Page.navigateToHistoryEntry', { entryId: id });
  const address = async () => {
    const expression = 'document.readyState === "complete" && location.href';
    return (await session.send('Runtime.evaluate', { expression })).result.value as unknown;
  };
  await expect.poll(() => address().catch(() => '')).toBe(url);
}

test('a live home page and a live post can enter the back-forward cache', async ({ context }) => {
  for (const [address, next] of [
    ['/', '/blog/kava-i-chai'],
    ['/blog/kava-i-chai', '/'],
  ] as const) {
    const page = await context.newPage();
    await page.goto(address);
    await untilPageIsLive(page);
    expect(await leaveAndComeBack(page, next), address).toEqual([]);
  }

  // Shows that the check detects a page that cannot be cached.
  const page = await context.newPage();
  await page.goto('/');
  await page.evaluate(() => {
    addEventListener('unload', () => undefined);
  });
  expect(await leaveAndComeBack(page, '/blog/kava-i-chai')).not.toEqual([]);
});
