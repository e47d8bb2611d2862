import type { Page } from '@playwright/test';

const MARK = 'e2eMark';

/** Marks the document, so that a reload can be told. */
export const mark = (page: Page): Promise<void> =>
  page.evaluate((name) => {
    Object.assign(window, { [name]: true });
  }, MARK);

/** Whether the document that was marked is gone. */
export const wasReloaded = (page: Page): Promise<boolean> => page.evaluate((name) => !(name in window), MARK);
