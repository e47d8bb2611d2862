import { defineConfig } from '@playwright/test';
import { BROWSER_ARGUMENTS, findTestBrowser } from '@vidlunnia/scripts';

// The commands run in a copy, which has no browser.
const executablePath = (process.env['CHROMIUM_PATH'] = findTestBrowser());

/** `npm run documents -w e2e` runs the commands of documents. It takes minutes. */
export default defineConfig({
  testDir: '.',
  outputDir: '../results',
  workers: 1,
  // Only a hang takes this long.
  timeout: 1_800_000,
  expect: { timeout: 120_000 },
  reporter: [['list'], ['json', { outputFile: process.env['REPORT'] ?? '.cache/report.json' }]],
  use: {
    launchOptions: { args: [...BROWSER_ARGUMENTS], executablePath },
    contextOptions: { reducedMotion: 'reduce' },
  },
});
