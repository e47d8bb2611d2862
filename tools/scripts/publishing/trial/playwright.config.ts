import { defineConfig } from '@playwright/test';
import { BROWSER_ARGUMENTS, findTestBrowser } from '@vidlunnia/remote-kit/process/find-browser';

/** `npm run outside -w tools/scripts`: a team with its own repository, with real parts. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../../.cache/outside',
  reporter: [
    ['list', { printSteps: true }],
    ['json', { outputFile: process.env['REPORT'] ?? '.cache/report.json' }],
  ],
  workers: 1,
  // npm installs several times, which takes minutes on a busy machine.
  timeout: 3_600_000,
  expect: { timeout: 60_000 },
  use: { launchOptions: { executablePath: findTestBrowser(), args: [...BROWSER_ARGUMENTS] } },
});
