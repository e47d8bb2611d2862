import type { Browser } from '@playwright/test';
import { FORM_IDS } from '@vidlunnia/contracts';
import { atMost, interleave, median, type Figure } from '../figure';
import {
  launchBrowser,
  noteShown,
  openPainted,
  reach,
  tap,
  until,
  untilShown,
  withPhone,
} from '../measure/phone';
import type { BenchSite } from '../servers/site';

const MENU_BUTTON = 'header button[commandfor]';
const FIELD = `#${FORM_IDS.contact} [name="name"]`;
const LINK = '#blog a[href^="/blog/"]';

/** Response times of a page whose code is loaded by the first touch. */
export async function measureTouch({ url }: BenchSite, rounds: number): Promise<Figure[]> {
  const browser = await launchBrowser();
  try {
    const times = await interleave(rounds, {
      menu: () => touchMenu(browser, url),
      letter: () => typeLetter(browser, url),
      unthrottled: () => goToPost(browser, url, false),
      throttled: () => goToPost(browser, url, true),
    });
    return [
      figureOf('First touch: the menu', times.menu, 100),
      figureOf('First touch: a letter in a field', times.letter, 50),
      figureOf('To a post in the live page, not throttled', times.unthrottled, 150),
      figureOf('To a post in the live page', times.throttled, 1_200),
    ];
  } finally {
    await browser.close();
  }
}

const figureOf = (name: string, values: readonly number[], most: number): Figure => ({
  name,
  measured: median(values),
  unit: 'ms',
  target: atMost(most),
  detail: `${values.map((value) => value.toFixed(0)).join(', ')} ms`,
});

/** Milliseconds from the release of the menu's button to the menu, on a page that was just painted. */
const touchMenu = (browser: Browser, url: string): Promise<number> =>
  withPhone(browser, true, async (phone) => {
    await noteShown(phone.page, 'dialog[open]');
    await openPainted(phone.page, url);
    await tap(phone, MENU_BUTTON);
    return untilShown(phone.page);
  });

/** Milliseconds from a key to its letter in a field of the contact form, right after the form's first touch. */
const typeLetter = (browser: Browser, url: string): Promise<number> =>
  withPhone(browser, true, async (phone) => {
    // A required field becomes valid with its first letter.
    await noteShown(phone.page, `${FIELD}:valid`);
    await openPainted(phone.page, url);
    await tap(phone, FIELD);
    await reach(phone.page, `${FIELD}:focus`);
    await phone.page.keyboard.press('a');
    return untilShown(phone.page);
  });

/** Milliseconds from a touch on a post's link, on a live home page, to the post's heading. */
const goToPost = (browser: Browser, url: string, isThrottled: boolean): Promise<number> =>
  withPhone(browser, isThrottled, async (phone) => {
    const { page } = phone;
    await noteShown(page, 'article h1');
    await openPainted(page, url);
    await page.keyboard.press('Shift');
    await until(page, () => (history.scrollRestoration === 'manual' ? true : undefined));
    await page.waitForLoadState('networkidle');
    await tap(phone, LINK);
    return untilShown(page);
  });
