import { defineConfig } from '@playwright/test';
import { BROWSER_ARGUMENTS } from '@vidlunnia/shared/stack';

/** The longest file, whose tests follow one another: whatever starts it last waits for it alone. */
const LONGEST = '**/releases/commands.spec.ts';

const executablePath = process.env['CHROMIUM_PATH'];

export default defineConfig({
  testDir: 'tests',
  outputDir: 'results',
  globalSetup: './support/site-for-all.ts',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  // One more than cores: tests often wait for processes and pages.
  workers: 3,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  projects: [
    { name: 'longest', testMatch: LONGEST },
    { name: 'others', testIgnore: LONGEST },
  ],
  use: {
    launchOptions: { args: [...BROWSER_ARGUMENTS], ...(executablePath && { executablePath }) },
    locale: 'uk-UA',
    // Recording is dear: `npm test` records when it repeats what has failed.
    trace: 'off',
  },
});
