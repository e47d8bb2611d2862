import { chromium, type Page } from '@playwright/test';
import { BROWSER_ARGUMENTS } from '@vidlunnia/remote-kit/environment/find-browser';
import { findTestBrowser } from '@vidlunnia/remote-kit/environment/find-browser';

/** Opens an address in a browser of its own, for as long as `use` takes, or until `signal` is aborted. */
export async function withPage(
  url: string,
  signal: AbortSignal,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  signal.throwIfAborted();
  const browser = await chromium.launch({
    executablePath: findTestBrowser(),
    args: [...BROWSER_ARGUMENTS],
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  // What waits for something on the page then waits no longer.
  const end = () => void browser.close();
  signal.addEventListener('abort', end);
  try {
    const page = await browser.newPage();
    await page.goto(url);
    await use(page);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', end);
    await browser.close();
  }
}
