import { defineConfig } from '@playwright/test';
import { BROWSER_ARGUMENTS, findTestBrowser } from '@vidlunnia/scripts';
import { findCompose } from './project';

const hasEngine = findCompose() !== null;
if (!hasEngine) console.warn('Skipped: no Docker engine with compose responds here');

/** `npm run compose -w deploy`: the stacks of the compose files, on this machine's Docker engine. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../.cache/compose',
  projects: hasEngine ? [{ name: 'compose' }] : [],
  reporter: [
    ['list', { printSteps: true }],
    ['json', { outputFile: process.env['REPORT'] ?? '.cache/report.json' }],
  ],
  workers: 1,
  // Installing packages and building take long on a busy machine.
  timeout: 3_600_000,
  expect: { timeout: 300_000 },
  use: { launchOptions: { executablePath: findTestBrowser(), args: [...BROWSER_ARGUMENTS] } },
});
