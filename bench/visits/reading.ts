import type { Browser } from '@playwright/test';
import { FORM_IDS, type FormName } from '@vidlunnia/contracts';
import { withSlowPhone } from '../measure/throttling';
import { noteLiveForms, untilLive } from './live-forms';
import { openPainted } from './page';

export const WORDS_PER_MINUTE = 250;
/** Windows above the form at which the reader is watched from: what comes before would only take minutes. */
const WINDOWS = 4;

/**
 * Milliseconds for which a form is live before a reader has it in the window; below zero they wait for it. They scroll
 * evenly, in the time that all words above the form take. Nothing was loaded before they are watched, which is more
 * than a reader would meet who has scrolled for minutes.
 */
export const readUpTo = (browser: Browser, url: string, form: FormName): Promise<number> =>
  withSlowPhone(browser, async (page) => {
    await noteLiveForms(page);
    await openPainted(page, url);
    await page.waitForLoadState('load');
    const seenAt = await page.evaluate(readOn, {
      id: FORM_IDS[form],
      wordsPerMinute: WORDS_PER_MINUTE,
      windows: WINDOWS,
    });
    return seenAt - (await untilLive(page, form));
  });

interface Reader {
  readonly id: string;
  readonly wordsPerMinute: number;
  readonly windows: number;
}

/** In the page: resolves to the milliseconds from the navigation at which the form comes into the window. */
function readOn({ id, wordsPerMinute, windows }: Reader): Promise<number> {
  const [form, main] = [document.getElementById(id), document.getElementById('main')];
  if (!form || !main) throw new Error(`There is no #${id}`);
  const top = () => form.getBoundingClientRect().top;
  let words = 0;
  const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (!(form.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_PRECEDING)) break;
    words += (text.textContent ?? '').split(/\s+/).filter(Boolean).length;
  }
  const speed = (scrollY + top()) / ((words / wordsPerMinute) * 60_000);
  const to = (y: number) => {
    scrollTo({ top: y, behavior: 'instant' });
  };
  const from = Math.max(0, scrollY + top() - windows * innerHeight);
  to(from);
  const began = performance.now();
  return new Promise((resolve) => {
    const read = setInterval(() => {
      to(from + (performance.now() - began) * speed);
      if (top() > innerHeight) return;
      clearInterval(read);
      resolve(performance.now());
    }, 50);
  });
}
