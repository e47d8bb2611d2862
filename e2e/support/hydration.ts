import { expect, type ConsoleMessage, type Locator, type Page } from '@playwright/test';
import { untilFormIsLive } from './home-page';

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

/** Whether React has taken over the server's element: it then keeps its own record on it. */
const isLive = (element: Locator): Promise<boolean> =>
  element.evaluate((node) => Object.keys(node).some((key) => key.startsWith('__reactFiber$')));

/** Waits until an element that the server rendered is live. */
export async function untilLive(element: Locator): Promise<void> {
  await expect.poll(() => isLive(element), { message: element.toString() }).toBe(true);
}

/** Waits until all of a page is live: header, footer, and what each part has made. */
export async function untilPageIsLive(page: Page): Promise<void> {
  await untilLive(page.locator('#main'));
  await untilLive(page.getByRole('contentinfo'));
  for (const part of await page.locator('#main > *').all()) await untilLive(part);
  const forms = await page.locator('#main form').evaluateAll((all) => all.map(({ id }) => id));
  for (const id of forms) await untilFormIsLive(page, id);
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
