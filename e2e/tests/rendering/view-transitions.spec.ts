import type { Page } from '@playwright/test';
import { breakFiles, FAULTS } from '../../support/requests';
import { expect, test } from '../../support/test';

const POST = '/blog/kava-i-chai';

/** Records the moved elements of a view transition; none if the browser skips the transition. */
async function recordMoves(page: Page): Promise<void> {
  await breakFiles(page, /\.js$/, FAULTS.lost);
  await page.addInitScript(() => {
    const moved = async ({ viewTransition }: PageRevealEvent) => {
      await viewTransition?.ready;
      const effects = document.getAnimations().map(({ effect }) => effect as KeyframeEffect);
      return [...new Set(effects.map(({ pseudoElement }) => pseudoElement ?? ''))];
    };
    addEventListener('pagereveal', (event) => Object.assign(window, { moved: moved(event).catch(() => []) }));
  });
}

/** Follows a link to the next document. Resolves to the moved elements. */
async function follow(page: Page, to: string): Promise<readonly string[]> {
  await page.locator(`a[href="${to}"]:visible`).first().click();
  await page.waitForURL(to);
  return page.evaluate(() => (window as unknown as { readonly moved: Promise<string[]> }).moved);
}

test('from the home page to a post and back, the post’s cover moves to its new position', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await recordMoves(page);
  for (const [from, to] of [
    ['/', POST],
    [POST, '/'],
  ] as const) {
    // On a busy machine, a browser may skip a transition that takes longer than four seconds.
    await expect(async () => {
      await page.goto(from);
      const names = await follow(page, to);
      expect(names).toContain('::view-transition-group(post-kava-i-chai)');
      expect(names).toContain('::view-transition-new(root)');
    }).toPass();
  }
});

test('a visitor with reduced motion gets no transition', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await recordMoves(page);
  await page.goto('/');
  expect(await follow(page, POST)).toEqual([]);
});
