import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { afterNextFrame } from './pages';
import { softExpect as expect } from './test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules that read colours; other rules do not depend on the colour scheme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** One line for each violation: rule, element and summary. */
async function violationsOf(builder: AxeBuilder, island?: string): Promise<string[]> {
  // The page has no frames, so the mode without a second page suffices.
  const scoped = (island === undefined ? builder : builder.include(island)).setLegacyMode();
  const { violations } = await scoped.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}

/** Checks an island, or the whole page, in both colour schemes. */
export async function expectAccessible(page: Page, state: string, island?: string): Promise<void> {
  // Otherwise colours in the middle of a transition would count.
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' });
  await afterNextFrame(page);
  const inDark = await violationsOf(new AxeBuilder({ page }).withRules(COLOUR_RULES), island);
  expect(inDark, `${state}, dark`).toEqual([]);
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  await afterNextFrame(page);
  const inLight = await violationsOf(new AxeBuilder({ page }).withTags(RULES), island);
  expect(inLight, `${state}, light`).toEqual([]);
}
