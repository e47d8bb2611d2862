import { defineConfig } from '@playwright/test';
import { BROWSER_ARGUMENTS, findTestBrowser } from '@vidlunnia/scripts/stack';

// The commands that are followed run in a copy, without a browser of its own.
const executablePath = (process.env['CHROMIUM_PATH'] = findTestBrowser());

/** `npm run test:documents`: what documents tell people to do, done word for word. It takes minutes. */
export default defineConfig({
  testDir: '.',
  outputDir: '../results',
  workers: 1,
  // Only a hang may take so long, on however busy a machine.
  timeout: 1_800_000,
  expect: { timeout: 120_000 },
  reporter: [['list'], ['json', { outputFile: '../.turbo/report.json' }]],
  use: {
    launchOptions: { args: [...BROWSER_ARGUMENTS], executablePath },
    contextOptions: { reducedMotion: 'reduce' },
  },
});
