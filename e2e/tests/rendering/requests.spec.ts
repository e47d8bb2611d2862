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

for (const address of ['/', '/blog/kava-i-chai'])
  test(`${address} requests no script or style sheet before a touch; scrolled to its end and live, it requests only files that its HTML names, no data, and no address twice`, async ({
    page,
  }) => {
    const requests = collectRequests(page);
    const html = (await (await page.goto(address))?.text()) ?? '';
    await untilIdle(page);
    const code = requests.filter((request) => ['script', 'stylesheet'].includes(request.resourceType()));
    expect(code.map(pathOf)).toEqual([]);

    for (const island of await page.locator('#main :is(section, article)').all()) await scrollTo(island);
    await scrollTo(page.getByRole('contentinfo'));
    await untilPageIsLive(page);
    // Wait for lazy pictures that the scroll passed too fast.
    await page.evaluate(() => {
      for (const picture of document.images) picture.loading = 'eager';
    });
    await untilIdle(page);
    const paths = requests.map(pathOf);
    // Files that other files name would be a second wave.
    const isCode = (path: string) => /\.(?:js|css)$/.test(path) && !isOfVisit(path);
    expect(paths.filter((path) => isCode(path) && !html.includes(`"${path}"`))).toEqual([]);
    expect(paths.filter((path) => path.startsWith('/api/') && !isPicture(path))).toEqual([]);
    const data = requests.filter((request) => ['xhr', 'fetch'].includes(request.resourceType()));
    expect(data.map(pathOf).filter((path) => !isOfVisit(path))).toEqual([]);
    const urls = requests.map((request) => request.url());
    expect(urls.filter((url, index) => urls.indexOf(url) !== index)).toEqual([]);
    // Non-interactive islands never load code.
    expect(paths.filter((path) => /^\/remotes\/blog\/.*\.(?:js|css)$/.test(path))).toEqual([]);
  });
