import type { Page } from '@playwright/test';
import { breakFiles, FAULTS } from '../../support/faults';
import { expect, test } from '../../support/test';

const POST = '/blog/piat-kaviaren';

/** Goes from one document to the next. Resolves to what moves meanwhile; nothing when there is no transition. */
async function moving(page: Page, from: string, to: string): Promise<readonly string[]> {
  await breakFiles(page, /\.js$/, FAULTS.lost);
  await page.addInitScript(() => {
    const moved = async ({ viewTransition }: PageRevealEvent) => {
      await viewTransition?.ready;
      const effects = document.getAnimations().map(({ effect }) => effect as KeyframeEffect);
      return [...new Set(effects.map(({ pseudoElement }) => pseudoElement ?? ''))];
    };
    addEventListener('pagereveal', (event) => Object.assign(window, { moved: moved(event) }));
  });
  await page.goto(from);
  const link = page.locator(`a[href="${to}"]:visible`).first();
  await link.scrollIntoViewIfNeeded();
  await link.click();
  await page.waitForURL(to);
  return page.evaluate(() => (window as unknown as { readonly moved: Promise<string[]> }).moved);
}

for (const [from, to] of [
  ['/', POST],
  [POST, '/'],
] as const) {
  test(`from ${from} to ${to} the post’s cover grows into its place`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    const names = await moving(page, from, to);
    expect(names).toContain('::view-transition-group(post-piat-kaviaren)');
    expect(names).toContain('::view-transition-new(root)');
  });
}

test('nothing moves for who wants less motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await moving(page, '/', POST)).toEqual([]);
});
