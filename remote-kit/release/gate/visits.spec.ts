import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { SERVICE_TYPES } from '@vidlunnia/contracts';
import { judgeOutput } from './findings';
import { assertNone, report } from './findings-reporter';
import { PAGES, projectOptions, VIEWPORTS } from './options';
import { untilComplete, watch, watchDepartures } from './page';

const { remote, live, fresh } = projectOptions();
const VIEW = { width: VIEWPORTS[0].width, scheme: null };

/** Addresses of a page that the shell always renders anew, with whatever it has in its cache. */
const UNCACHED = {
  home: SERVICE_TYPES.slice(0, 3).map((service) => `/?service=${service}`),
  post: ['/blog/timed-1', '/blog/timed-2', '/blog/timed-3'],
};
/** Milliseconds by which a page may be slower than the live one. */
const SLOWER = 400;

test('pages come as fast as the live ones', async () => {
  for (const [page, addresses] of Object.entries(UNCACHED)) {
    const times = { live: Infinity, fresh: Infinity };
    for (const address of addresses) {
      times.live = Math.min(times.live, await timeOf(live + address));
      times.fresh = Math.min(times.fresh, await timeOf(fresh + address));
    }
    if (times.fresh > times.live + SLOWER) {
      const what = `waits ${(times.fresh / 1000).toFixed(1)} s for data, the live release ${(times.live / 1000).toFixed(1)} s`;
      report({ ...VIEW, page }, [{ where: `${remote}’s load`, what }]);
    }
  }
  assertNone();
});

/** Milliseconds until a page has arrived. */
async function timeOf(url: string): Promise<number> {
  const started = performance.now();
  await (await fetch(url, { signal: AbortSignal.timeout(30_000) })).text();
  return performance.now() - started;
}

/** Links by which a visitor navigates in the browser, which then loads and shows every island of the next page. */
const WAYS = [
  { from: 'home', to: 'post', link: 'main a[href^="/blog/"]' },
  { from: 'post', to: 'home', link: 'header a[href="/"]' },
  { from: 'home', to: 'archive', link: 'main a[href="/blog"]' },
] as const;

type Way = (typeof WAYS)[number];

for (const way of WAYS) {
  test(`${way.to}, by a link from ${way.from}`, async ({ context }) => {
    const [before, after] = await Promise.all([follow(context, live, way), follow(context, fresh, way)]);
    const view = { ...VIEW, page: `${PAGES[way.from]}, then by a link to ${PAGES[way.to]}` };
    report(view, judgeOutput(remote, before.output, after.output));
    const strange = after.strange.filter((what) => !before.strange.includes(what));
    report(
      view,
      strange.map((what) => ({ where: remote, what })),
    );
    assertNone();
  });
}

interface Visit {
  readonly output: readonly string[];
  /** Faults in words, including those of the live site. */
  readonly strange: readonly string[];
}

/** Follows a link from a page to the next one, whose text has to be the same as when the server renders it. */
async function follow(context: BrowserContext, origin: string, { from, to, link }: Way): Promise<Visit> {
  const page = await context.newPage();
  const output = watch(page);
  const strange = await watchDepartures(page, origin);
  await page.goto(origin + PAGES[to]);
  await untilComplete(page);
  const expected = await textOf(page);
  await page.goto(origin + PAGES[from]);
  // The shell handles clicks on links once it is live.
  await page.keyboard.press('Shift');
  await page.waitForFunction(() =>
    Object.keys(document.getElementById('main') ?? {}).some((key) => key.startsWith('__reactFiber$')),
  );
  try {
    await page.locator(link).first().click();
    await expect.poll(() => textOf(page)).toBe(expected);
  } catch {
    strange.push('does not show what the server renders there');
  }
  await page.close();
  return { output, strange };
}

/** The text that a visitor reads between header and footer. */
const textOf = (page: Page): Promise<string> =>
  page.evaluate(() => document.querySelector('main')?.innerText.replaceAll(/\s+/g, ' ') ?? '');
