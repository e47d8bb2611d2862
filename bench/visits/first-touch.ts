import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import { FORM_IDS } from '@vidlunnia/contracts';
import { withSlowPhone } from '../measure/throttling';
import { tap } from './finger';
import { noteLiveForms, untilLive } from './live-forms';
import { jumpTo, openPainted, untilThere } from './page';
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

export interface FormTouch {
  /** Milliseconds from the navigation to the touch. */
  readonly touchedAt: number;
  /** Milliseconds from the touch until the form's own code handles it. */
  readonly waited: number;
}

/** The first touch of the contact form: as soon as something is painted, or at a moment after the navigation. */
export const touchForm = (browser: Browser, url: string, at = 0): Promise<FormTouch> =>
  withSlowPhone(browser, async (page, devtools) => {
    await noteLiveForms(page);
    await openPainted(page, url);
    const now = () => page.evaluate(() => performance.now());
    await untilThere(page, FIELD);
    const early = at - (await now());
    if (early > 0) await pause(early);
    const touchedAt = at || (await now());
    await jumpTo(page, FIELD);
    await tap(page, devtools, FIELD);
    return { touchedAt, waited: Math.max(0, (await untilLive(page, 'contact')) - touchedAt) };
  });
