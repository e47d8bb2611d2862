import { expect, test as base } from '@playwright/test';
import { startLoneShell, type LoneShell } from './lone-shell';
import { startSite, type Site } from './site';

/** The site that all tests share. Never stop or break it. */
export interface SharedSite {
  readonly url: string;
  /** Origin of its API. */
  readonly api: string;
  readonly dataDir: string;
}

/** Workers inherit it from the global setup. */
const readShared = () => JSON.parse(process.env['E2E_SITE'] ?? '{}') as SharedSite;

export interface Processes {
  /** A shell for releases of the test's own teams. Each test must leave it usable. */
  readonly lone: LoneShell;
  /** A site whose processes a test may stop and restart; it logs everything, and its webhook is unreachable. */
  readonly own: Site;
}

export const test = base.extend<{ readonly shared: SharedSite }, Processes>({
  // Playwright requires a destructuring pattern.
  shared: async ({}, use) => {
    await use(readShared());
  },
  baseURL: async ({ shared }, use) => {
    await use(shared.url);
  },
  page: async ({ page }, use) => {
    await use(page);
    // A request in a route at the end of a test would fail the next test.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
  lone: [
    async ({}, use) => {
      const lone = await startLoneShell(readShared().api);
      await use(lone);
      await lone.stop();
    },
    { scope: 'worker' },
  ],
  own: [
    async ({}, use) => {
      const site = await startSite({
        LOG_LEVEL: 'trace',
        WEBHOOK_URL: 'http://127.0.0.1:1/hook',
        WEBHOOK_SECRET: `whsec_${Buffer.alloc(24).toString('base64')}`,
      });
      await use(site);
      await site.stop();
    },
    { scope: 'worker' },
  ],
});

export { expect };

/** Soft expectations for checks of one visit, so that a failure does not hide the next. */
export const softExpect = expect.configure({ soft: true });
