import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from '@playwright/test';
import { withPhone } from '../measure/browser';
import { withSlowPhone } from '../measure/throttling';
import { jumpTo, middleOf, openPainted, tap, until } from './page';
import { noteShown, untilShown } from './shown';

const LINK = '#blog a[href^="/blog/"]';
/** Milliseconds for which a pointer rests on a link before it is pressed. */
const REST = 2_000;

type Visitor = (page: Page, devtools: CDPSession) => Promise<void>;

/** Opens the home page, waits for its own code, goes to a post as `visitor` does. Resolves to the milliseconds from the press to its heading. */
const goToPost = (url: string, visitor: Visitor) => async (page: Page, devtools: CDPSession) => {
  await noteShown(page, 'article h1');
  await openPainted(page, url);
  await untilPageIsLive(page);
  await jumpTo(page, LINK);
  await visitor(page, devtools);
  return untilShown(page);
};

/** At a touch that nothing announced. */
const touched: Visitor = async (page, devtools) => {
  await tap(page, devtools, LINK);
};

/** The same, after the pointer has rested on the link. */
const pointedAt: Visitor = async (page) => {
  const { x, y } = await middleOf(page, LINK);
  await page.mouse.move(x, y);
  await pause(REST);
  await page.mouse.click(x, y);
};

async function untilPageIsLive(page: Page): Promise<void> {
  await page.keyboard.press('Shift');
  await until(page, () =>
    Object.keys(document.getElementById('main') ?? {}).find((key) => key.startsWith('__reactProps$')),
  );
  await page.waitForLoadState('networkidle');
}

export const goUnthrottled = (browser: Browser, url: string) => withPhone(browser, goToPost(url, touched));
export const goThrottled = (browser: Browser, url: string) => withSlowPhone(browser, goToPost(url, touched));
export const goPrefetched = (browser: Browser, url: string) =>
  withSlowPhone(browser, goToPost(url, pointedAt));
