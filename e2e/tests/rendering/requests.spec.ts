import type { Page } from '@playwright/test';
import { scrollTo, untilPageIsLive } from '../../support/pages';
import { collectRequests, pathOf } from '../../support/requests';
import { expect, test } from '../../support/test';

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

for (const address of ['/', '/blog/kava-i-chai', '/nemaie']) {
  test(`${address} requests no script or style sheet before a touch; scrolled to its end, it requests no data and no address twice`, async ({
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

for (const address of ['/', '/blog/kava-i-chai']) {
  test(`${address} becomes live with the files that its HTML names: one wave of requests`, async ({
    page,
    request,
  }) => {
    const html = await (await request.get(address)).text();
    const later: string[] = [];
    // Requests for files that the HTML does not name get no response.
    await page.route('**/*', (route) => {
      const path = pathOf(route.request());
      if (route.request().isNavigationRequest() || html.includes(`"${path}"`)) return route.continue();
      later.push(path);
      return undefined;
    });
    await page.goto(address, { waitUntil: 'commit' });
    await untilPageIsLive(page);
    expect(later.filter((path) => /\.(?:js|css)$/.test(path) && !isOfVisit(path))).toEqual([]);
  });
}
