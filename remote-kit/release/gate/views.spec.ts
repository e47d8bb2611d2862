import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { messageOf } from '@vidlunnia/settings/errors';
import { judgeMeasures, judgeOutput, judgeStructure, type Fault, type Scheme } from './findings';
import { assertNone, report } from './findings-reporter';
import { findCovering, measure, photographOthers, settle, structureOf } from './measure';
import { PAGES, projectOptions, VIEWPORTS } from './options';
import { openPage } from './page';

const SCHEMES: readonly Scheme[] = ['light', 'dark'];
const IMPACTS: readonly unknown[] = ['serious', 'critical'];
/** The axe rules that check colours: a colour scheme changes nothing else. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

const { remote, live, fresh, report: folder } = projectOptions();
const own = `[data-island^="${remote}/"]`;

const VIEWS = (['home', 'post'] as const).flatMap((name) =>
  VIEWPORTS.map((viewport) => ({ name, viewport })),
);
for (const { name, viewport } of VIEWS) {
  const address = PAGES[name];
  const { width } = viewport;
  test(`${name} at ${String(width)} px, compared with the live one`, async ({ browser }, info) => {
    const inBoth = { page: address, width, scheme: null };
    const [before, after] = await Promise.all([
      openPage(browser, live + address, viewport),
      openPage(browser, fresh + address, viewport).catch((error: unknown) => {
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
    // A release does not affect a page without the team's islands.
    const isTheirs = (await after.page.locator(own).count()) + (await before.page.locator(own).count()) > 0;
    if (isTheirs)
      report(inBoth, judgeStructure(await structureOf(before.page), await structureOf(after.page)));

    for (const scheme of isTheirs ? SCHEMES : []) {
      const view = { ...inBoth, scheme };
      for (const { page } of [before, after]) {
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
        await settle(page);
      }
      const measures = await measure(after.page);
      report(view, judgeMeasures(remote, measures));
      const islands = measures.islands.filter(({ id }) => id.startsWith(`${remote}/`));
      // It takes time, and does not depend on colours.
      if (scheme === 'light') report(view, await findCovering(after.page, islands));
      // One width is enough for axe: the narrowest, where elements are closest together.
      if (width < 600 && islands.length > 0) report(view, await violations(after.page, scheme));
      const file = `${name}-${String(width)}-${scheme}.png`;
      const held = await measure(before.page);
      await photographOthers(before.page, own, held, info.snapshotPath(file));
      try {
        expect(await photographOthers(after.page, own, held)).toMatchSnapshot(file);
      } catch (error) {
        const [much = 'something'] = /\d+ pixels/.exec(String(error)) ?? [];
        report(view, [{ where: 'the page', what: `changes ${much} outside of the team’s islands` }]);
      }
      // For people to look at: the whole page, in one scheme.
      for (const [when, { page }] of Object.entries(scheme === 'light' ? { before, after } : {}))
        await page.screenshot({
          path: path.join(folder, `pictures/${name}-${String(width)}-${when}.png`),
          fullPage: true,
        });
    }
    await Promise.all([before, after].map(({ page }) => page.context().close()));
    assertNone();
  });
}

/** Violations that axe reports in the team's islands. */
async function violations(page: Page, scheme: Scheme): Promise<Fault[]> {
  const axe = new AxeBuilder({ page }).include(own).setLegacyMode();
  const { violations: found } = await (scheme === 'dark' ? axe.withRules(COLOUR_RULES) : axe).analyze();
  const serious = found
    .filter(({ impact }) => IMPACTS.includes(impact))
    .flatMap(({ id, help, nodes }) => nodes.map(({ target }) => ({ id, help, selector: target.join(' ') })));
  return Promise.all(
    serious.map(async ({ id, help, selector }) => ({
      where: await page
        .locator(selector)
        .first()
        .evaluate((element) => element.closest('[data-island]')?.getAttribute('data-island') ?? ''),
      what: `axe: ${help} (${id}) at ${selector}`,
    })),
  );
}
