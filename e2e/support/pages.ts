import { FORM_IDS, TEASER_POSTS } from '@vidlunnia/contracts';
import { expect, type ConsoleMessage, type Locator, type Page } from '@playwright/test';

/**
 * Opens an address by a link inside the site, so the browser renders the page, not the server. Does not wait for the
 * page, because some of its files may hang.
 */
export async function openInside(page: Page, address = '/', site = ''): Promise<void> {
  // A page without any remote's code.
  await page.goto(`${site}/nemaie`);
  await untilLinksAreLive(page);
  await followLink(page, address);
  await page.waitForURL((url) => url.pathname + url.hash === address, { waitUntil: 'commit' });
}

/** Waits until the shell navigates inside the site on clicks. A key makes it load the code for that. */
export async function untilLinksAreLive(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      // Repeat, because a page that is still opening ignores keys.
      await page.keyboard.press('Shift');
      return page.evaluate(() => window.history.scrollRestoration);
    })
    .toBe('manual');
}

/** Follows a new plain link in the page. */
export const followLink = (page: Page, address: string): Promise<void> =>
  page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href });
    document.body.append(link);
    link.click();
    link.remove();
  }, address);

/** Opens the home page and waits until it is complete. */
export async function openHome(page: Page): Promise<void> {
  await page.goto('/');
  await untilHomeIsWhole(page);
}

/** Waits until the home page has all parts and data, and its forms are live. */
export async function untilHomeIsWhole(page: Page): Promise<void> {
  for (const id of Object.values(FORM_IDS)) await untilFormIsLive(page, id);
  await expect(page.locator('#blog').getByRole('article')).toHaveCount(TEASER_POSTS);
  await expect(page.locator('#services').getByRole('listitem').first()).toBeVisible();
}

/** Points at a form and waits until it is live. */
export async function untilFormIsLive(page: Page, id: string): Promise<void> {
  const form = page.locator(`form#${id}`);
  await expect(form).toBeVisible();
  await pointAt(form);
  await untilLive(form);
}

/** Moves the pointer over an element, also outside the viewport. */
export const pointAt = (element: Locator): Promise<void> => element.dispatchEvent('pointerover');

/** Scrolls an element into the viewport. Playwright's own method waits for frames, and an idle page may draw none. */
export const scrollTo = (element: Locator): Promise<void> =>
  element.evaluate((node) => {
    node.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  });

/**
 * `true` when an element is live, `false` when its code could not be loaded, `null` before. The shell marks live
 * islands; it takes over scrolling with header, footer and links.
 */
const liveState = (element: Locator): Promise<string | null> =>
  element.evaluate((node) => {
    const island = node.closest('[data-island]');
    if (island) return island.getAttribute('data-live');
    return history.scrollRestoration === 'manual' ? 'true' : null;
  });

export const isLive = async (element: Locator): Promise<boolean> => (await liveState(element)) === 'true';

export async function untilLive(element: Locator): Promise<void> {
  await expect.poll(() => liveState(element), { message: element.toString() }).toBe('true');
}

/** Waits until links and every interactive island are live. */
export async function untilPageIsLive(page: Page): Promise<void> {
  await untilLinksAreLive(page);
  const ids = await page.evaluate(() => {
    const start = document.getElementById('page-start')?.textContent ?? '';
    return Object.keys((JSON.parse(start) as { readonly islands: object }).islands);
  });
  for (const id of ids) {
    const element = page.locator(`[data-island="${id}"] > *`).first();
    await pointAt(element);
    await untilLive(element);
  }
}

/** Collects console lines and uncaught errors, without the browser's line about the document's status. */
export function watchOutput(page: Page): readonly string[] {
  const lines: string[] = [];
  const documents = new Set<string>();
  const withoutHash = (url: string) => url.split('#', 1).join('');
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.add(withoutHash(request.url()));
  });
  const isOwnStatus = (message: ConsoleMessage) =>
    message.text().startsWith('Failed to load resource: the server responded') &&
    documents.has(withoutHash(message.location().url));
  page.on('console', (message) => {
    if (!isOwnStatus(message)) lines.push(`${message.type()}: ${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => lines.push(`uncaught: ${error.message}`));
  return lines;
}

/** Presses Tab until an element has the focus. */
export async function tabTo(target: Locator): Promise<void> {
  for (let presses = 0; presses < 100; presses++) {
    await target.page().keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab does not lead to the element: ${target.toString()}`);
}

/** One address of every kind of page. */
export const ADDRESSES = {
  home: '/',
  post: '/blog/slova-na-vahu',
  archive: '/blog',
  privacy: '/privacy',
  'unknown-address': '/nemaie',
  'unknown-post': '/blog/nemaie',
};

/** Waits for all of the page's fonts, which may follow the first paint. */
export async function untilFontsAreUsed(page: Page): Promise<void> {
  await page.waitForFunction(() => [...document.fonts].some(({ family }) => family === 'Manrope'));
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** Makes pictures of a page reproducible: waits for every image and font, and sets a fixed year in the footer. */
export async function prepareForPicture(page: Page): Promise<void> {
  await untilFontsAreUsed(page);
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([...document.images].map((image) => image.decode()));
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode: text } = texts;
      if (text.nodeValue?.startsWith('© ')) text.nodeValue = text.nodeValue.replace(/–20\d\d/, '–2026');
    }
  });
}

/** Waits until a change is drawn: two frames, also without motion. */
export const afterNextFrame = (page: Page): Promise<unknown> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve));
      }),
  );

/** Marks the document for `wasReloaded`. */
export const markDocument = (page: Page): Promise<void> =>
  page.evaluate(() => {
    Object.assign(window, { e2eMark: true });
  });

/** Whether the marked document has been replaced. */
export const wasReloaded = (page: Page): Promise<boolean> => page.evaluate(() => !('e2eMark' in window));
