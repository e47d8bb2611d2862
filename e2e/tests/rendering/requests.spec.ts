import type { Page, Request } from '@playwright/test';
import { untilLive, untilPageIsLive } from '../../support/hydration';
import { expect, test } from '../../support/test';

const PAGES = {
  'the home page': '/',
  'a post': '/blog/piat-kaviaren',
  'an unknown address': '/nemaie',
} as const;

function collectRequests(page: Page): readonly Request[] {
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  return requests;
}

const pathOf = (request: Request) => new URL(request.url()).pathname;

/** Pictures come from the API too: services’ icons and posts’ covers. */
const isPicture = (path: string) => /^\/api\/(?:covers|icons)\//.test(path);

async function seeWholePage(page: Page): Promise<void> {
  for (const part of await page.locator('#main > *').all()) await part.scrollIntoViewIfNeeded();
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await untilPageIsLive(page);
  await page.waitForLoadState('networkidle');
}

for (const [name, address] of Object.entries(PAGES)) {
  test(`${name}, read to its end: no call of the API, no manifest, no address twice`, async ({ page }) => {
    const requests = collectRequests(page);
    await page.goto(address);
    await seeWholePage(page);
    const paths = requests.map(pathOf);
    expect(paths.filter((path) => path.startsWith('/api/') && !isPicture(path))).toEqual([]);
    expect(
      requests.filter((request) => ['xhr', 'fetch'].includes(request.resourceType())).map(pathOf),
    ).toEqual([]);
    expect(paths.filter((path) => /manifest\.json|release-set/.test(path))).toEqual([]);
    const urls = requests.map((request) => request.url());
    expect(urls.filter((url, index) => urls.indexOf(url) !== index)).toEqual([]);
  });
}

/** Lets through only what the page's HTML names. What it does not name is kept waiting and noted. */
async function letNamedThrough(page: Page, html: string): Promise<readonly string[]> {
  const later: string[] = [];
  await page.route('**/*', (route, request) => {
    const path = pathOf(request);
    if (request.isNavigationRequest() || html.includes(`"${path}"`)) return route.continue();
    later.push(path);
    return undefined;
  });
  return later;
}

test('the home page comes alive by what its HTML names: what is seen first in one wave of requests, then the rest', async ({
  page,
  request,
}) => {
  const later = await letNamedThrough(page, await (await request.get('/')).text());
  await page.goto('/', { waitUntil: 'commit' });
  await untilLive(page.locator('#hero'));
  expect(later.filter((path) => path.endsWith('.js'))).toEqual([]);
  for (const part of await page.locator('#main > *').all()) {
    await part.scrollIntoViewIfNeeded();
    await untilLive(part);
  }
  for (const form of await page.locator('form').all()) await untilLive(form);
});

test('a post comes alive by what its HTML names: one wave of requests', async ({ page, request }) => {
  const later = await letNamedThrough(page, await (await request.get('/blog/piat-kaviaren')).text());
  await page.goto('/blog/piat-kaviaren', { waitUntil: 'commit' });
  await untilLive(page.locator('#main').getByRole('article'));
  expect(later.filter((path) => path.endsWith('.js'))).toEqual([]);
});

test('a part far below is left alone until the visitor nears it or nothing else is to do', async ({
  page,
}) => {
  // A browser that always has something else to do.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  await page.setViewportSize({ width: 390, height: 600 });
  await page.goto('/');
  await untilLive(page.locator('#hero'));
  const contact = page.locator('#contact-form');
  await expect(contact.locator('select')).toHaveCount(1);
  await contact.scrollIntoViewIfNeeded();
  await untilLive(contact);
});
