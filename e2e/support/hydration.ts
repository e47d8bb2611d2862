import { expect, type ConsoleMessage, type Locator, type Page } from '@playwright/test';
import { untilLinksAreLive } from './inside';

/** Everything that a page says or throws, as it happens; but for the browser's own line about the document's status. */
export function watchOutput(page: Page): readonly string[] {
  const lines: string[] = [];
  const documents = new Set<string>();
  const withoutHash = (url: string) => url.split('#', 1).join('');
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.add(withoutHash(request.url()));
  });
  const ownStatus = (message: ConsoleMessage) =>
    message.text().startsWith('Failed to load resource: the server responded') &&
    documents.has(withoutHash(message.location().url));
  page.on('console', (message) => {
    if (!ownStatus(message)) lines.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => lines.push(`uncaught: ${error.message}`));
  return lines;
}

/** What a mouse does that passes over an element, wherever on the page it is. */
export const passOver = (element: Locator): Promise<void> => element.dispatchEvent('pointerover');

/** Whether React has taken over an element: it then keeps its own record on it. */
export const isLive = (element: Locator): Promise<boolean> =>
  element.evaluate((node) => Object.keys(node).some((key) => key.startsWith('__reactFiber$')));

/** Waits until an element that the server rendered is live. */
export async function untilLive(element: Locator): Promise<void> {
  await expect.poll(() => isLive(element), { message: element.toString() }).toBe(true);
}

/** Ids of the modules on a page that have behaviour, as the document names them. */
const interactiveIslands = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { islands } = JSON.parse(document.getElementById('page-start')?.textContent ?? '') as {
      islands: object;
    };
    return Object.keys(islands);
  });

/** Waits until all of a page is live that can be: header, footer, and every island with behaviour. */
export async function untilPageIsLive(page: Page): Promise<void> {
  await untilLinksAreLive(page);
  await untilLive(page.locator('#main'));
  await untilLive(page.getByRole('contentinfo'));
  for (const id of await interactiveIslands(page)) {
    const element = page.locator(`[data-island="${id}"] > *`).first();
    await passOver(element);
    await untilLive(element);
  }
}

/** Keeps every script from the page until they are let go. */
export async function holdScripts(page: Page): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\.js(?:\?|$)/, async (route) => {
    await released;
    await route.fallback();
  });
  return release;
}
