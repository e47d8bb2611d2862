import { defineConfig } from '@playwright/test';
import { BROWSER_ARGUMENTS, installedTestBrowser } from '@vidlunnia/scripts';

/** Files whose tests share processes of their own: one worker runs them, and starts each process once. */
const OWN = ['faults/{logs,processes-down}', 'previews/*', 'releases/{commands,promotion,rollout}'].map(
  (name) => `**/${name}.spec.ts`,
);

// Set in workers; a process that only reads this file needs no value.
const executablePath = installedTestBrowser();

export default defineConfig({
  testDir: 'tests',
  outputDir: 'results',
  globalSetup: './support/global-setup.ts',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  // The usual number of cores. One test already uses more than one: browser, shell, API.
  workers: 2,
  // A failed test is retried for its trace, but counts as failed.
  retries: 1,
  failOnFlakyTests: true,
  // A test takes seconds, so only a hang takes this long, also on a busy machine.
  timeout: 180_000,
  // Snapshots are equal for every machine. A missing snapshot fails; only --update-snapshots writes it.
  snapshotPathTemplate: '{testDir}/{testFileDir}/stored/{arg}{ext}',
  updateSnapshots: 'none',
  expect: {
    timeout: 60_000,
    // A pixel may differ by one step of a colour, because processors do. Smoothed edges are ignored.
    toHaveScreenshot: { threshold: 0.005, maxDiffPixels: 0 },
  },
  reporter: [['list'], ['json', { outputFile: process.env['REPORT'] ?? '.cache/report.json' }]],
  projects: [
    { name: 'own', testMatch: OWN, workers: 1 },
    { name: 'others', testIgnore: OWN },
  ],
  use: {
    launchOptions: {
      // Partial redraws differ by a shade at smoothed corners.
      args: [...BROWSER_ARGUMENTS, '--disable-partial-raster'],
      ...(executablePath && { executablePath }),
    },
    locale: 'uk-UA',
    // Animations cost processor time. Tests of motion enable them.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording is slow.
    trace: 'on-first-retry',
  },
});
