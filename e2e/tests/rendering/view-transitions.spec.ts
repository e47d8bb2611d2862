import type { Page } from '@playwright/test';
import { breakFiles, FAULTS } from '../../support/requests';
import { expect, test } from '../../support/test';

const POST = '/blog/kava-i-chai';

/** Resolves to a function that opens a page, follows a link, and resolves to the elements of the view transition. */
async function recordMoves(page: Page): Promise<(from: string, to: string) => Promise<readonly string[]>> {
  await breakFiles(page, /\.js$/, FAULTS.lost);
  await page.addInitScript(() => {
    const moved = async ({ viewTransition }: PageRevealEvent) => {
      await viewTransition?.ready;
      const effects = document.getAnimations().map(({ effect }) => effect as KeyframeEffect);
      return [...new Set(effects.map(({ pseudoElement }) => pseudoElement ?? ''))];
    };
    addEventListener('pagereveal', (event) => Object.assign(window, { moved: moved(event).catch(() => []) }));
  });
  return async (from, to) => {
    await page.goto(from);
    await page.locator(`a[href="${to}"]:visible`).first().click();
    await page.waitForURL(to);
    return page.evaluate(() => (window as Window & { readonly moved?: Promise<string[]> }).moved ?? []);
  };
}

test('from the home page to a post and back, the post’s cover moves to its new position; with reduced motion there is no transition', async ({
  page,
}) => {
  const follow = await recordMoves(page);
  expect(await follow('/', POST)).toEqual([]);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  for (const [from, to] of [
    ['/', POST],
    [POST, '/'],
  ] as const) {
    // On a busy machine, a browser may skip a transition that takes longer than four seconds.
    await expect(async () => {
      const names = await follow(from, to);
      expect(names).toContain('::view-transition-group(post-kava-i-chai)');
      expect(names).toContain('::view-transition-new(root)');
    }).toPass({ timeout: 120_000 });
  }
});
