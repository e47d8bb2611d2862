import type { Page } from '@playwright/test';
import { openInside } from '../../support/pages';
import { breakFiles, filesOf } from '../../support/requests';
import { expect, test } from '../../support/test';
import { expectOnlyFormsFailed, expectRetriesToWork } from './home-islands';

/** Code that an attacker in transit could add to a file, in a harmless form. */
const SCRIPT = ';globalThis.e2eAltered = true;';
const STYLE = ':root{--e2eAltered:1}';

const expectNothingAltered = async (page: Page) => {
  const found = await page.evaluate(() => [
    'e2eAltered' in globalThis,
    getComputedStyle(document.documentElement).getPropertyValue('--e2eAltered'),
  ]);
  expect(found).toEqual([false, '']);
};

// Hashes of every remote's files: platform/engine/browser/remotes/browser-loader.test.ts and
// platform/remote-kit/build/webpack/builds.test.ts.
for (const [what, files, added] of [
  ['an entry', filesOf('forms', 'remoteEntry\\.js'), SCRIPT],
  ['a chunk', filesOf('forms', 'static/[^?]*\\.js'), SCRIPT],
  ['a style sheet', filesOf('forms', 'static/[^?]*\\.css'), STYLE],
] as const) {
  test(`${what} of forms that is altered in transit never runs: its islands fail, and retries work`, async ({
    page,
  }) => {
    let altered = 0;
    // The headers are unchanged.
    const repair = await breakFiles(page, files, async (route) => {
      altered += 1;
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()) + added });
    });
    await openInside(page);
    await expectOnlyFormsFailed(page);
    expect(altered).toBeGreaterThan(1);
    await expectNothingAltered(page);
    repair();
    await expectRetriesToWork(page);
    await expectNothingAltered(page);
  });
}
