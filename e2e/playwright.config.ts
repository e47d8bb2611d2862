import { defineConfig } from '@playwright/test';
import { BROWSER_ARGUMENTS } from '@vidlunnia/shared/stack';

const executablePath = process.env['CHROMIUM_PATH'];

export default defineConfig({
  testDir: 'tests',
  outputDir: 'results',
  globalSetup: './support/site-for-all.ts',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    launchOptions: { args: [...BROWSER_ARGUMENTS], ...(executablePath && { executablePath }) },
    locale: 'uk-UA',
    // Recording is dear: `npm test` records when it repeats what has failed.
    trace: 'off',
  },
});
