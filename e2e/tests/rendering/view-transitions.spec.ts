import type { Page } from '@playwright/test';
import { breakFiles, FAULTS } from '../../support/requests';
import { expect, test } from '../../support/test';

const POST = '/blog/kava-i-chai';

/** Records what moves when a document is shown: nothing if the browser skips the transition. */
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

/** Follows a link to the next document. Resolves to what moved meanwhile. */
async function follow(page: Page, to: string): Promise<readonly string[]> {
  const link = page.locator(`a[href="${to}"]:visible`).first();
  await link.scrollIntoViewIfNeeded();
  await link.click();
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
    // A browser skips a transition that takes longer than four seconds, as on a busy machine.
    await expect(async () => {
      await page.goto(from);
      const names = await follow(page, to);
      expect(names).toContain('::view-transition-group(post-kava-i-chai)');
      expect(names).toContain('::view-transition-new(root)');
    }).toPass();
  }
});

test('nothing moves for a visitor who wants less motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await recordMoves(page);
  await page.goto('/');
  expect(await follow(page, POST)).toEqual([]);
});
