import type { Page } from '@playwright/test';
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
async function leaveAndComeBack(page: Page, address: string, next: string): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  const reasons: string[] = [];
  session.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) => {
    reasons.push(...notRestoredExplanations.map(({ reason }) => reason));
  });
  await page.goto(next);
  await untilPageIsLive(page);
  // Playwright's own methods would wait for a load.
  const evaluate = (expression: string) => session.send('Runtime.evaluate', { expression });
  // Later, because a page that has left does not respond.
  await evaluate('setTimeout(() => history.back())');
  const path = () =>
    evaluate('document.readyState === "complete" && location.pathname').then(
      ({ result }): unknown => result.value,
      () => '',
    );
  await expect.poll(path).toBe(address);
  return reasons.filter((reason) => !OF_THE_HEADLESS_SHELL.includes(reason));
}

test('a live home page and a live post can enter the back-forward cache', async ({ context }) => {
  for (const [address, next] of [
    ['/', '/blog/kava-i-chai'],
    ['/blog/kava-i-chai', '/'],
  ] as const) {
    const page = await context.newPage();
    await page.goto(address);
    await untilPageIsLive(page);
    expect(await leaveAndComeBack(page, address, next), address).toEqual([]);
  }

  // Shows that the check detects a page that cannot be cached.
  const page = await context.newPage();
  await page.goto('/');
  await page.evaluate(() => {
    addEventListener('unload', () => undefined);
  });
  expect(await leaveAndComeBack(page, '/', '/blog/kava-i-chai')).not.toEqual([]);
});
