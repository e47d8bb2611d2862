import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from '@playwright/test';
import { withPhone } from '../measure/browser';
import { withSlowPhone } from '../measure/throttling';
import { tap } from './finger';
import { DEADLINE, jumpTo, openPainted, POLLING } from './page';
import { noteShown, untilShown } from './shown';

const LINK = '#blog a[href^="/blog/"]';
/** Milliseconds for which a pointer rests on a link before it is pressed. */
const REST = 2_000;

type Visitor = (page: Page, devtools: CDPSession) => Promise<void>;

/** Opens the home page, goes to a post as `visitor` does. Resolves to the milliseconds from the press to its heading. */
const goToPost = (url: string, visitor: Visitor) => async (page: Page, devtools: CDPSession) => {
  await noteShown(page, 'article h1');
  await openPainted(page, url);
  await page.waitForLoadState('load');
  await visitor(page, devtools);
  return untilShown(page);
};

/** By the live page's own code, at a touch that nothing announced. */
const touched: Visitor = async (page, devtools) => {
  await untilPageIsLive(page);
  await jumpTo(page, LINK);
  await tap(page, devtools, LINK);
};

/** The same, after the pointer has rested on the link. */
const pointedAt: Visitor = async (page) => {
  await untilPageIsLive(page);
  await restAndClick(page);
};

/** With a click that is the visit's first: the document before it knows of nothing but the pointer. */
const firstClick: Visitor = async (page) => {
  await restAndClick(page);
};

async function restAndClick(page: Page): Promise<void> {
  await jumpTo(page, LINK);
  await page.locator(LINK).first().hover();
  await pause(REST);
  await page.mouse.down();
  await page.mouse.up();
}

async function untilPageIsLive(page: Page): Promise<void> {
  await page.keyboard.press('Shift');
  const isLive = () =>
    Object.keys(document.getElementById('main') ?? {}).some((key) => key.startsWith('__reactProps$'));
  await page.waitForFunction(isLive, undefined, { timeout: DEADLINE, polling: POLLING });
  await page.waitForLoadState('networkidle');
}

export const goUnthrottled = (browser: Browser, url: string) => withPhone(browser, goToPost(url, touched));
export const goThrottled = (browser: Browser, url: string) => withSlowPhone(browser, goToPost(url, touched));
export const goPrefetched = (browser: Browser, url: string) =>
  withSlowPhone(browser, goToPost(url, pointedAt));
export const goByDocument = (browser: Browser, url: string) =>
  withSlowPhone(browser, goToPost(url, firstClick));
