import { expect, test as base } from '@playwright/test';

interface SharedSite {
  readonly url: string;
  readonly dataDir: string;
}

export interface Fixtures {
  /** The site that all tests share: never stop or harm it. */
  readonly shared: SharedSite;
}

export const test = base.extend<Fixtures>({
  // Playwright reads a fixture's needs from its destructuring pattern, even when there are none.
  shared: async ({}, use) => {
    await use(JSON.parse(process.env['E2E_SITE'] ?? '{}') as SharedSite);
  },
  baseURL: async ({ shared }, use) => {
    await use(shared.url);
  },
  page: async ({ page }, use) => {
    await use(page);
    // A request that is still on its way through a test's route would fail the test after it.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
});

export { expect };

/** For checks that share a visit: one that fails does not hide the next. */
export const softExpect = expect.configure({ soft: true });
