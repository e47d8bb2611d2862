import { defineConfig } from '@playwright/test';
import { BROWSER_ARGUMENTS } from '@vidlunnia/scripts/stack';

const executablePath = process.env['CHROMIUM_PATH'];

/** `npm run test:documents`: what documents tell people to do, done word for word. It takes minutes. */
export default defineConfig({
  testDir: '.',
  outputDir: '../results',
  workers: 1,
  // Only a hang may take so long, on however busy a machine.
  timeout: 1_800_000,
  expect: { timeout: 120_000 },
  reporter: 'list',
  use: {
    launchOptions: { args: [...BROWSER_ARGUMENTS], ...(executablePath && { executablePath }) },
    contextOptions: { reducedMotion: 'reduce' },
  },
});
