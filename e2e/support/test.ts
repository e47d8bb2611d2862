import { expect, test as base } from '@playwright/test';

interface SharedSite {
  readonly url: string;
  readonly dataDir: string;
}

export interface Fixtures {
  /** The site that all tests share. Never stop or break it. */
  readonly shared: SharedSite;
}

export const test = base.extend<Fixtures>({
  // Playwright requires a destructuring pattern.
  shared: async ({}, use) => {
    await use(JSON.parse(process.env['E2E_SITE'] ?? '{}') as SharedSite);
  },
  baseURL: async ({ shared }, use) => {
    await use(shared.url);
  },
  page: async ({ page }, use) => {
    await use(page);
    // A request in a route at the end of a test would fail the next test.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
});

export { expect };

/** Soft expectations for checks of one visit, so that a failure does not hide the next. */
export const softExpect = expect.configure({ soft: true });
