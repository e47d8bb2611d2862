import type { Page } from '@playwright/test';
import { pointAt, scrollTo, untilLive, untilPageIsLive } from '../../support/pages';
import { collectRequests, pathOf } from '../../support/requests';
import { expect, test } from '../../support/test';

const PAGES = {
  'the home page': '/',
  'a post': '/blog/kava-i-chai',
  'an unknown address': '/nemaie',
} as const;

/** Pictures also come from the API: services’ icons and posts’ covers. */
const isPicture = (path: string) => /^\/api\/(?:covers|icons|portraits)\//.test(path);

/** The start of a visit is counted when the page is idle; then its speed is measured. */
const isOfVisit = (path: string) => path === '/-/visit' || path.startsWith('/assets/static/visit.');

/** Waits until the page's own requests have ended. */
const untilIdle = (page: Page) =>
  page.evaluate(async () => {
    const pictures = [...document.images].filter(({ loading }) => loading !== 'lazy');
    await Promise.all(pictures.map((picture) => picture.decode()));
    // A headless page without drawing may never call back.
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 }));
  });

async function seeWholePage(page: Page): Promise<void> {
  for (const island of await page.locator('#main :is(section, article)').all()) await scrollTo(island);
  await scrollTo(page.getByRole('contentinfo'));
  await untilPageIsLive(page);
  // Wait for lazy pictures that the scroll passed too fast.
  await page.evaluate(() => {
    for (const picture of document.images) picture.loading = 'eager';
  });
  await untilIdle(page);
}

for (const [name, address] of Object.entries(PAGES)) {
  test(`${name} requests no script or style sheet before a touch; scrolled to its end, it requests no data and no address twice`, async ({
    page,
  }) => {
    const requests = collectRequests(page);
    await page.goto(address);
    await untilIdle(page);
    const code = requests.filter((request) => ['script', 'stylesheet'].includes(request.resourceType()));
    expect(code.map(pathOf)).toEqual([]);

    await seeWholePage(page);
    const paths = requests.map(pathOf);
    expect(paths.filter((path) => path.startsWith('/api/') && !isPicture(path))).toEqual([]);
    const data = requests.filter((request) => ['xhr', 'fetch'].includes(request.resourceType()));
    expect(data.map(pathOf).filter((path) => !isOfVisit(path))).toEqual([]);
    expect(paths.filter((path) => /manifest\.json|release-set/.test(path))).toEqual([]);
    const urls = requests.map((request) => request.url());
    expect(urls.filter((url, index) => urls.indexOf(url) !== index)).toEqual([]);
    // Non-interactive islands never load code.
    expect(paths.filter((path) => /^\/remotes\/blog\/.*\.(?:js|css)$/.test(path))).toEqual([]);
  });
}

/** Passes only requests for files that the page's HTML names. Collects the paths of others, which get no response. */
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

test('a form becomes live with the files that the HTML names: one wave of requests', async ({
  page,
  request,
}) => {
  const later = await letNamedThrough(page, await (await request.get('/')).text());
  await page.goto('/', { waitUntil: 'commit' });
  const form = page.locator('#contact-form');
  await pointAt(form);
  await untilLive(form);
  expect(later.filter((path) => /\.(?:js|css)$/.test(path) && !isOfVisit(path))).toEqual([]);
});

test('header and navigation become live with the files that the HTML names, without code of a remote', async ({
  page,
  request,
}) => {
  const requests = collectRequests(page);
  const later = await letNamedThrough(page, await (await request.get('/blog/kava-i-chai')).text());
  await page.goto('/blog/kava-i-chai', { waitUntil: 'commit' });
  await untilPageIsLive(page);
  expect(later.filter((path) => /\.(?:js|css)$/.test(path) && !isOfVisit(path))).toEqual([]);
  expect(requests.map(pathOf).filter((path) => /^\/remotes\/.*\.js$/.test(path))).toEqual([]);
});
