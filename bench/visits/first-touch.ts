import type { Browser } from '@playwright/test';
import { FORM_IDS } from '@vidlunnia/contracts';
import { withSlowPhone } from '../measure/throttling';
import { noteLiveForms, untilLive } from './live-forms';
import { jumpTo, openPainted, tap, untilThere } from './page';
import { noteShown, untilShown } from './shown';

const MENU_BUTTON = 'header button[commandfor]';
const FIELD = `#${FORM_IDS.contact} [name="name"]`;

/** Milliseconds from the finger's leaving the menu's button to the menu, on a page that was just painted. */
export const touchMenu = (browser: Browser, url: string): Promise<number> =>
  withSlowPhone(browser, async (page, devtools) => {
    await noteShown(page, 'dialog[open]');
    await openPainted(page, url);
    await untilThere(page, MENU_BUTTON);
    await tap(page, devtools, MENU_BUTTON);
    return untilShown(page);
  });

/** Milliseconds from a key to its letter in a field of the contact form, right after the form's first touch. */
export const typeLetter = (browser: Browser, url: string): Promise<number> =>
  withSlowPhone(browser, async (page, devtools) => {
    // A field that has to be filled is valid with its first letter.
    await noteShown(page, `${FIELD}:valid`);
    await openPainted(page, url);
    await untilThere(page, FIELD);
    await jumpTo(page, FIELD);
    await tap(page, devtools, FIELD);
    await untilThere(page, `${FIELD}:focus`);
    await page.keyboard.press('a');
    return untilShown(page);
  });

/** Milliseconds from the first touch of the contact form, as soon as something is painted, until its own code handles it. */
export const touchForm = (browser: Browser, url: string): Promise<number> =>
  withSlowPhone(browser, async (page, devtools) => {
    await noteLiveForms(page);
    await openPainted(page, url);
    await untilThere(page, FIELD);
    const touchedAt = await page.evaluate(() => performance.now());
    await jumpTo(page, FIELD);
    await tap(page, devtools, FIELD);
    return Math.max(0, (await untilLive(page, 'contact')) - touchedAt);
  });
