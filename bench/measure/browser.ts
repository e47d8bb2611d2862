import { chromium, devices, type Browser, type CDPSession, type Page } from '@playwright/test';
import { BROWSER_ARGUMENTS, findBrowser } from '@vidlunnia/scripts/stack';

export const launchBrowser = (...more: string[]): Promise<Browser> =>
  chromium.launch({ args: [...BROWSER_ARGUMENTS, ...more], executablePath: findBrowser() });

/** Runs `use` with a page of a phone that has never been anywhere. */
export async function withPhone<Result>(
  browser: Browser,
  use: (page: Page, devtools: CDPSession) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ ...devices['Moto G4'], locale: 'uk-UA' });
  try {
    const page = await context.newPage();
    // tsx names functions by this helper of its own, which those that are sent into a page do not find there.
    await page.addInitScript('globalThis.__name = (named) => named');
    return await use(page, await context.newCDPSession(page));
  } finally {
    await context.close();
  }
}
