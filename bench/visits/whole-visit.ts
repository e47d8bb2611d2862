import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from '@playwright/test';
import { FORM_IDS, SERVICE_TYPES } from '@vidlunnia/contracts';
import { withSlowPhone } from '../measure/throttling';
import { noteDelays, slowest } from './interactions';
import { DEADLINE, jumpTo, openPainted, tap, untilThere } from './page';

const FORM = `#${FORM_IDS.contact}`;
const TEXTS = {
  name: 'Olena',
  email: 'olena@example.com',
  phone: '+380501234567',
  message: 'Good day to you',
};
/** Milliseconds between two things that a visitor does, and between two letters. */
const PAUSE = 400;
const LETTER = 60;

/** One visitor who scrolls, opens the menu, follows its link, types, chooses and sends. Resolves to the slowest answers. */
export const visitWhole = (browser: Browser, url: string) =>
  withSlowPhone(browser, async (page, devtools) => {
    await noteDelays(page);
    await openPainted(page, url);
    await devtools.send('Input.synthesizeScrollGesture', { x: 180, y: 400, yDistance: -1200 });
    await devtools.send('Input.synthesizeScrollGesture', { x: 180, y: 200, yDistance: 2000 });
    await touch(page, devtools, 'header button[commandfor]');
    await touch(page, devtools, 'dialog[open] a[href$="#contact"]');
    await untilStill(page);
    for (const [field, text] of Object.entries(TEXTS)) {
      await jumpTo(page, `${FORM} [name="${field}"]`);
      await touch(page, devtools, `${FORM} [name="${field}"]`);
      await page.keyboard.type(text, { delay: LETTER });
    }
    await choose(page, devtools);
    const button = `${FORM} button[type="submit"]`;
    await jumpTo(page, button);
    const answer = page.waitForResponse((response) => response.request().method() === 'POST', {
      timeout: DEADLINE,
    });
    await touch(page, devtools, button);
    const status = (await answer).status();
    const sent = (await answer).request().postData() ?? '';
    if (status >= 400 || !sent.includes(SERVICE_TYPES.at(-1) ?? ''))
      throw new Error(`The form was answered with ${String(status)}: ${sent}`);
    await pause(2 * PAUSE);
    return slowest(page);
  });

async function touch(page: Page, devtools: CDPSession, selector: string): Promise<void> {
  await untilThere(page, selector);
  await pause(PAUSE);
  await tap(page, devtools, selector);
}

/** Waits until a link's scrolling is over. */
async function untilStill(page: Page): Promise<void> {
  let before = NaN;
  for (let now = 0; now !== before;) {
    before = now;
    await pause(PAUSE);
    now = await page.evaluate(() => scrollY);
  }
}

/** Chooses the last service: in the form's own list, or by keys in the browser's. */
async function choose(page: Page, devtools: CDPSession): Promise<void> {
  const choice = `${FORM} [role="combobox"], ${FORM} select`;
  await jumpTo(page, choice);
  await touch(page, devtools, choice);
  await pause(2 * PAUSE);
  const option = `${FORM} [role="option"]:last-child`;
  if (await page.evaluate((wanted) => document.querySelector(wanted) !== null, option))
    await touch(page, devtools, option);
  else {
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
  }
}
