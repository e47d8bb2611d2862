import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import {
  judgeMeasures,
  judgeOutput,
  judgeStructure,
  ownIslands,
  type Finding,
  type Scheme,
} from './findings';
import { messageOf } from '../../process/errors';
import { gateOptions } from './gate-options';
import { PAGES } from './pages';
import { assertNone, report } from './report';
import { holdHeights, measure, openPage, settle, structureOf } from './page';

const SCHEMES: readonly Scheme[] = ['light', 'dark'];
const IMPACTS: readonly unknown[] = ['serious', 'critical'];
/** Of axe's rules, those that read colours: a colour scheme changes nothing else. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

const { remote, live, fresh } = gateOptions();
const isOwn = ownIslands(remote);
const own = `[data-island^="${remote}/"]`;

for (const name of ['home', 'post'] as const) {
  const address = PAGES[name];
  test(`${name}, compared with the live one`, async ({ browser }, info) => {
    const width = info.project.use.viewport?.width ?? 0;
    const view = { page: address, width, scheme: null };
    const [before, after] = await Promise.all([
      openPage(browser, live + address),
      openPage(browser, fresh + address).catch((error: unknown) => {
        report([{ ...view, where: remote, what: messageOf(error) }]);
        throw error;
      }),
    ]);
    report(judgeOutput(view, isOwn, before.output, after.output));
    const dead = after.dead.filter((id) => !before.dead.includes(id));
    report(dead.map((id) => ({ ...view, where: id, what: 'crashed, or did not become live' })));
    // A page without the team's islands gets nothing of a release.
    const isTheirs = (await after.page.locator(own).count()) + (await before.page.locator(own).count()) > 0;
    if (isTheirs) report(judgeStructure(view, await structureOf(after.page), await structureOf(before.page)));

    for (const scheme of isTheirs ? SCHEMES : []) {
      for (const { page } of [before, after]) {
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
        await settle(page);
      }
      const measures = await measure(after.page, own, scheme === 'light');
      report(judgeMeasures({ ...view, scheme }, isOwn, measures));
      // One width is enough for what axe reads, the one where things are nearest to each other.
      if (width < 600 && measures.islands.some(({ id }) => isOwn(id)))
        report((await violations(after.page, scheme)).map((found) => ({ ...view, scheme, ...found })));
      const heights = (await measure(before.page, own, false)).islands.filter(({ id }) => isOwn(id));
      await holdHeights(before.page, own, heights);
      await holdHeights(after.page, own, heights);
      const file = `${name}-${String(width)}-${scheme}.png`;
      await othersOf(before.page, info.snapshotPath(file));
      try {
        expect(await othersOf(after.page)).toMatchSnapshot(file);
      } catch (error) {
        report([{ ...view, scheme, where: 'the page', what: changeOf(String(error)) }]);
      }
      await holdHeights(before.page, own, null);
      await holdHeights(after.page, own, null);
    }
    await Promise.all([before, after].map(({ page }) => page.context().close()));
    assertNone();
  });
}

/** A picture of the whole page but the team's islands. */
const othersOf = (page: Page, path?: string) =>
  page.screenshot({
    ...{ fullPage: true, animations: 'disabled', caret: 'hide', mask: [page.locator(own)] },
    ...(path !== undefined && { path }),
  });

/** In words what differs between two pictures, by the message of their comparison. */
function changeOf(message: string): string {
  const [much = 'something'] = /\d+ pixels/.exec(message) ?? [];
  return `changes ${much} outside of the team’s islands`;
}

async function violations(page: Page, scheme: Scheme): Promise<Pick<Finding, 'where' | 'what'>[]> {
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
