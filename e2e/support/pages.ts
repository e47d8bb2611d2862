import { expect, type Page } from '@playwright/test';
import { openHome } from './visit';

/** One address of every kind of page. */
export const ADDRESSES = {
  home: '/',
  post: '/blog/slova-na-vahu',
  archive: '/blog',
  privacy: '/privacy',
  'unknown-address': '/nemaie',
  'unknown-post': '/blog/nemaie',
};

/** Opens one of these addresses and waits until the page is there. */
export async function openPage(page: Page, address: string): Promise<void> {
  if (address === ADDRESSES.home) return openHome(page);
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** Waits for every image and typeface, and sets the year in the footer: then two pictures of a page are alike. */
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

/** Waits until a change is drawn: even one without motion takes a frame, in which the page is as before. */
export const afterNextFrame = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => {
          requestAnimationFrame(() => {
            resolve();
          });
        });
      }),
  );

const MARK = 'e2eMark';

/** Marks the document: `wasReloaded` then recognises it. */
export const mark = (page: Page): Promise<void> =>
  page.evaluate((name) => {
    Object.assign(window, { [name]: true });
  }, MARK);

/** Whether the marked document has been replaced. */
export const wasReloaded = (page: Page): Promise<boolean> => page.evaluate((name) => !(name in window), MARK);
