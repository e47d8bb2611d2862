import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { afterNextFrame } from './pages';
import { softExpect as expect } from './test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules that read colours; other rules do not depend on the colour scheme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Checks an island, or the whole page, in both colour schemes. */
export async function expectAccessible(page: Page, state: string, island?: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    // Otherwise colours in the middle of a transition would count.
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme });
    await afterNextFrame(page);
    // The page has no frames, so the mode without a second page suffices.
    const builder = new AxeBuilder({ page }).setLegacyMode();
    if (island !== undefined) builder.include(island);
    if (colorScheme === 'dark') builder.withRules(COLOUR_RULES);
    else builder.withTags(RULES);
    const { violations } = await builder.analyze();
    const lines = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
    );
    expect(lines, `${state}, ${colorScheme}`).toEqual([]);
  }
}
