import { expect, test } from '@playwright/test';
import { SERVICE_TYPES } from '../../contracts';
import { judgeOutput, ownIslands } from './findings';
import { gateOptions } from './gate-options';
import { makeNavigable, textOf, watch } from './page';
import { PAGES } from './pages';
import { assertNone, report } from './report';

const { remote, live, fresh } = gateOptions();
const isOwn = ownIslands(remote);
const WIDTH = 1440;

/** Addresses of a page that the shell renders each for itself, however many it has in its cache. */
const UNCACHED = {
  home: SERVICE_TYPES.slice(0, 3).map((service) => `/?service=${service}`),
  post: ['/blog/timed-1', '/blog/timed-2', '/blog/timed-3'],
};
/** Milliseconds by which a page may come later than the live one. */
const SLOWER = 400;

test('pages come as fast as the live ones', async () => {
  for (const [name, addresses] of Object.entries(UNCACHED)) {
    const times = { live: Infinity, fresh: Infinity };
    for (const address of addresses) {
      times.live = Math.min(times.live, await timeOf(live + address));
      times.fresh = Math.min(times.fresh, await timeOf(fresh + address));
    }
    if (times.fresh > times.live + SLOWER) {
      const what = `waits ${(times.fresh / 1000).toFixed(1)} s for data, the live release ${(times.live / 1000).toFixed(1)} s`;
      report([{ page: name, width: WIDTH, scheme: null, where: `${remote}’s load`, what }]);
    }
  }
  assertNone();
});

/** Milliseconds until a page has come. */
async function timeOf(url: string): Promise<number> {
  const started = performance.now();
  await (await fetch(url, { signal: AbortSignal.timeout(30_000) })).text();
  return performance.now() - started;
}

/** Links by which a visitor goes from page to page in the browser, which then loads and shows every island of the next. */
const WAYS = [
  { from: 'home', to: 'post', link: 'main a[href^="/blog/"]' },
  { from: 'post', to: 'home', link: 'header a[href="/"]' },
  { from: 'home', to: 'archive', link: 'main a[href="/blog"]' },
] as const;

for (const { from, to, link } of WAYS) {
  test(`${to}, by a link from ${from}`, async ({ page, context }) => {
    const view = { page: `${PAGES[from]}, then by a link to ${PAGES[to]}`, width: WIDTH, scheme: null };
    const output = watch(page);
    context.on('page', (opened) => {
      report([{ ...view, where: remote, what: `opens a window: ${opened.url()}` }]);
    });
    await page.route(
      (url) => url.origin !== fresh,
      (route) => {
        const request = route.request();
        if (request.isNavigationRequest())
          report([{ ...view, where: remote, what: `leaves the site for ${request.url()}` }]);
        return route.abort();
      },
    );

    await page.goto(fresh + PAGES[to]);
    const expected = await textOf(page);
    await page.goto(fresh + PAGES[from]);
    await makeNavigable(page);
    await page.locator(link).first().click();
    await expect
      .poll(() => textOf(page), { message: `${PAGES[to]} reads as the server renders it` })
      .toBe(expected)
      .catch(() => {
        report([{ ...view, where: remote, what: 'does not show what the server renders there' }]);
      });
    report(judgeOutput(view, isOwn, [], output));
    assertNone();
  });
}
