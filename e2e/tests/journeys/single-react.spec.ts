import type { Page } from '@playwright/test';
import { softExpect as expect, test } from '../../support/test';
import { openInside, untilHomeIsWhole } from '../../support/pages';

/**
 * Names of properties that occur once in each copy of a library and survive a minifier. For React these are the
 * internals that hold its current dispatcher, since version 19 and before. Its exports would not do: those that a
 * remote’s copy does not use are shaken from it.
 */
const MARKS = {
  react: /\{(?:H:null,A:null,T:null,S:null|ReactCurrentDispatcher:)/g,
  'react-dom': /rendererPackageName:"react-dom"/g,
} as const;

/** Texts of all scripts that the page loads, by path. */
function collectScripts(page: Page): Map<string, Promise<string>> {
  const scripts = new Map<string, Promise<string>>();
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    scripts.set(new URL(response.url()).pathname, response.text());
  });
  return scripts;
}

test('the scripts of all pages hold one React and one React DOM, the shell’s', async ({ page }) => {
  const scripts = collectScripts(page);
  // Made by the browser, so that every remote's code is there.
  await openInside(page);
  await untilHomeIsWhole(page);
  await page.locator('#blog').getByRole('link').first().click();
  await expect(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();

  const paths = [...scripts.keys()];
  for (const remote of ['home', 'blog', 'forms']) {
    expect(paths.filter((path) => path.startsWith(`/remotes/${remote}/`)).length).toBeGreaterThan(1);
  }
  for (const [library, mark] of Object.entries(MARKS)) {
    const copies: string[] = [];
    for (const [path, text] of scripts) {
      copies.push(...((await text).match(mark) ?? []).map(() => path));
    }
    expect(copies, library).toEqual([expect.stringMatching(/^\/assets\//)]);
  }
});
