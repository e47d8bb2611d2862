import { defineConfig } from '@playwright/test';

/** Debian's Chromium in a closed network: no calls home, no sandbox for root. */
const BROWSER_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

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
  reporter: [['list'], ['json']],
  use: {
    launchOptions: { args: BROWSER_ARGUMENTS, ...(executablePath && { executablePath }) },
    locale: 'uk-UA',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
});
