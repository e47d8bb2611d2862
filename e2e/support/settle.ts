import type { Page } from '@playwright/test';

/**
 * Brings a page to rest, so that two pictures of it are alike: every image and typeface is there, and the year in the
 * footer, all that follows the calendar, stands still.
 */
export const settle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([...document.images].map((image) => image.decode()));
    await document.fonts.ready;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode: text } = texts;
      if (text.nodeValue?.startsWith('© ')) text.nodeValue = text.nodeValue.replace(/–20\d\d/, '–2026');
    }
  });
