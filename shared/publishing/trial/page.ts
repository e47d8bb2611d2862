import { chromium, type Page } from '@playwright/test';
import { BROWSER_ARGUMENTS } from '../../environment/browser-arguments';
import { findTestBrowser } from '../../environment/find-browser';

/** Opens an address in a browser of its own, for as long as `use` takes. */
export async function withPage(url: string, use: (page: Page) => Promise<void>): Promise<void> {
  const browser = await chromium.launch({
    executablePath: findTestBrowser(),
    args: [...BROWSER_ARGUMENTS],
    handleSIGINT: false,
  });
  try {
    const page = await browser.newPage();
    await page.goto(url);
    await use(page);
  } finally {
    await browser.close();
  }
}
