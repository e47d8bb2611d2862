import type { Page } from '@playwright/test';
import { softExpect as expect, test } from '../../support/test';
import { openInside, untilHomeIsWhole } from '../../support/pages';

/**
 * Properties that occur once in each copy of a library and survive a minifier. React's are the internals with its
 * current dispatcher, since version 19 and before; its exports could be shaken from a remote's copy.
 */
const FINGERPRINTS = {
  react: /\{(?:H:null,A:null,T:null,S:null|ReactCurrentDispatcher:)/g,
  'react-dom': /rendererPackageName:"react-dom"/g,
} as const;

/** Collects the texts of all scripts that the page loads, by path. */
function collectScripts(page: Page): Map<string, Promise<string>> {
  const scripts = new Map<string, Promise<string>>();
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    scripts.set(new URL(response.url()).pathname, response.text());
  });
  return scripts;
}

test('all scripts together have one React and one React DOM, the shell’s', async ({ page }) => {
  const scripts = collectScripts(page);
  // A page that the browser renders loads every remote's code.
  await openInside(page);
  await untilHomeIsWhole(page);
  await page.locator('#blog').getByRole('link').first().click();
  await expect(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();

  const paths = [...scripts.keys()];
  for (const remote of ['home', 'blog', 'forms']) {
    expect(paths.filter((path) => path.startsWith(`/remotes/${remote}/`)).length).toBeGreaterThan(1);
  }
  for (const [library, fingerprint] of Object.entries(FINGERPRINTS)) {
    const copies: string[] = [];
    for (const [path, text] of scripts) {
      copies.push(...((await text).match(fingerprint) ?? []).map(() => path));
    }
    expect(copies, library).toEqual([expect.stringMatching(/^\/assets\//)]);
  }
});
