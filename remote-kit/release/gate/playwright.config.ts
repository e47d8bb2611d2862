import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { BROWSER_ARGUMENTS } from '../../process/find-browser';
import { projectOptions, VIEWPORTS } from './options';

const { report, executablePath } = projectOptions();

/** Compares golden pages with a new release to those without; `open-gate.ts` starts both shells. */
export default defineConfig({
  testDir: __dirname,
  testMatch: /\.spec\./,
  outputDir: path.join(report, 'results'),
  // Screenshots of the live pages, taken in the same run.
  snapshotPathTemplate: path.join(report, 'live/{arg}{ext}'),
  updateSnapshots: 'none',
  fullyParallel: true,
  workers: 2,
  timeout: 90_000,
  // Two shells on one machine render the same pixels.
  expect: { timeout: 20_000, toMatchSnapshot: { threshold: 0, maxDiffPixels: 0 } },
  reporter: [
    ['html', { outputFolder: path.join(report, 'html'), open: 'never' }],
    [require.resolve('./findings-reporter')],
  ],
  use: {
    viewport: VIEWPORTS[0],
    locale: 'uk-UA',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath, args: [...BROWSER_ARGUMENTS] },
    // Limits the wait for a link that is covered.
    actionTimeout: 15_000,
    trace: 'off',
  },
});
