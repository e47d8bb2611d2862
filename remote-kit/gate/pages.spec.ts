import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { messageOf } from '@vidlunnia/settings/errors';
import { FINDING, judgeBoxes, judgeOutput, type Fault, type Finding } from './findings';
import { measure, openPage, photographOthers, wake, watch } from './page';
import { PAGES, projectOptions } from './playwright.config';

const { remote, live, fresh, report: folder } = projectOptions();
const own = `[data-island^="${remote}/"]`;
const VIEWPORTS = [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
];
/** The axe rules that check colours: a colour scheme changes nothing else. */
const COLOURS = ['color-contrast', 'link-in-text-block'];
/** The axe rules that one island can break for the whole page. */
const STRUCTURE = [
  'duplicate-id',
  'heading-order',
  'landmark-no-duplicate-main',
  'landmark-unique',
  'page-has-heading-one',
];

/** Adds findings to the running test. */
function report(view: Omit<Finding, keyof Fault>, faults: readonly Fault[]): void {
  for (const fault of faults)
    test.info().annotations.push({ type: FINDING, description: JSON.stringify({ ...view, ...fault }) });
}

/** Fails the running test if it has a finding. */
function assertNone(): void {
  const found = test.info().annotations.filter(({ type }) => type === FINDING);
  expect(found.map(({ description }) => description)).toEqual([]);
}

for (const [name, viewport] of (['home', 'post'] as const).flatMap((page) =>
  VIEWPORTS.map((each) => [page, each] as const),
)) {
  const { width } = viewport;
  test(`${name} at ${String(width)} px, compared with the live one`, async ({ browser }, info) => {
    const inBoth = { page: PAGES[name], width, scheme: null };
    const [before, after] = await Promise.all([
      openPage(browser, live + PAGES[name], viewport),
      openPage(browser, fresh + PAGES[name], viewport).catch((error: unknown) => {
        report(inBoth, [{ where: remote, what: messageOf(error) }]);
        throw error;
      }),
    ]);
    report(inBoth, judgeOutput(remote, before.output, after.output));
    const dead = after.dead.filter((id) => !before.dead.includes(id));
    report(
      inBoth,
      dead.map((id) => ({ where: id, what: 'crashed, or did not become live' })),
    );
    const pages = [before.page, after.page];
    // A release does not affect a page without the team's islands.
    const isTheirs = (await Promise.all(pages.map((page) => page.locator(own).count()))).some(Boolean);
    if (isTheirs) {
      const known = (await violations(before.page, 'structure')).map(({ what }) => what);
      const found = await violations(after.page, 'structure');
      report(
        inBoth,
        found.filter(({ what }) => !known.includes(what)),
      );
    }
    for (const scheme of isTheirs ? (['light', 'dark'] as const) : []) {
      const view = { ...inBoth, scheme };
      for (const page of pages) await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      const { islands, sideways } = await measure(after.page);
      report(view, judgeBoxes(remote, islands, sideways));
      // One width is enough for axe: the narrowest, where elements are closest together.
      if (width < 600 && (await after.page.locator(own).count()) > 0)
        report(view, await violations(after.page, scheme === 'dark' ? 'colours' : 'own'));
      const file = `${name}-${String(width)}-${scheme}.png`;
      const held = (await measure(before.page)).islands;
      await photographOthers(before.page, own, held, info.snapshotPath(file));
      try {
        expect(await photographOthers(after.page, own, held)).toMatchSnapshot(file);
      } catch (error) {
        const [much = 'something'] = /\d+ pixels/.exec(String(error)) ?? [];
        report(view, [{ where: 'the page', what: `changes ${much} outside of the team’s islands` }]);
      }
      // For people to look at: the whole page, in one scheme.
      if (scheme === 'light')
        for (const [index, page] of pages.entries()) {
          const picture = `pictures/${name}-${String(width)}-${index === 0 ? 'before' : 'after'}.png`;
          await page.screenshot({ path: path.join(folder, picture), fullPage: true });
        }
    }
    await Promise.all(pages.map((page) => page.context().close()));
    assertNone();
  });
}

/** What axe reports: of the whole page's structure, or serious problems in the team's islands. */
async function violations(page: Page, kind: 'structure' | 'own' | 'colours'): Promise<Fault[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode();
  if (kind !== 'structure') axe.include(own);
  if (kind !== 'own') axe.withRules(kind === 'colours' ? COLOURS : STRUCTURE);
  const { violations: found } = await axe.analyze();
  const counted = found.filter(
    ({ impact }) => kind === 'structure' || impact === 'serious' || impact === 'critical',
  );
  return Promise.all(
    counted.flatMap(({ id, help, nodes }) =>
      nodes.map(async ({ target }) => ({
        where: await page
          .locator(target.join(' '))
          .last()
          .evaluate((element) => element.closest('[data-island]')?.getAttribute('data-island') ?? 'the page'),
        what: `axe: ${help} (${id}) at ${target.join(' ')}`,
      })),
    ),
  );
}

/** Links by which a visitor navigates in the browser, which then loads and shows every island of the next page. */
const WAYS = [
  { from: 'home', to: 'post', link: 'main a[href^="/blog/"]' },
  { from: 'post', to: 'home', link: 'header a[href="/"]' },
  { from: 'home', to: 'archive', link: 'main a[href="/blog"]' },
] as const;

for (const way of WAYS) {
  test(`${way.to}, by a link from ${way.from}`, async ({ context }) => {
    const [before, after] = await Promise.all([follow(context, live, way), follow(context, fresh, way)]);
    const page = `${PAGES[way.from]}, then by a link to ${PAGES[way.to]}`;
    const view = { page, width: VIEWPORTS[0]?.width ?? 0, scheme: null };
    report(view, judgeOutput(remote, before.output, after.output));
    const strange = after.strange.filter((what) => !before.strange.includes(what));
    report(
      view,
      strange.map((what) => ({ where: remote, what })),
    );
    assertNone();
  });
}

/**
 * Follows a link from a page to the next one, whose text has to be the same as when the server renders it. Resolves to
 * the output and to faults in words, including those of the live site.
 */
async function follow(context: BrowserContext, origin: string, { from, to, link }: (typeof WAYS)[number]) {
  const page = await context.newPage();
  const { output, departures: strange } = await watch(page, origin);
  await page.goto(origin + PAGES[to]);
  await wake(page);
  const expected = await textOf(page);
  await page.goto(origin + PAGES[from]);
  await wake(page);
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
