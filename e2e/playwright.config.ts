import { defineConfig } from '@playwright/test';
import { BROWSER_ARGUMENTS, installedTestBrowser } from '@vidlunnia/scripts/stack';

/** The longest file, whose tests follow one another: whatever starts it last waits for it alone. */
const LONGEST = '**/releases/commands.spec.ts';

// In workers there is one; a process that only reads this file needs none.
const executablePath = installedTestBrowser();

export default defineConfig({
  testDir: 'tests',
  outputDir: 'results',
  globalSetup: './support/global-setup.ts',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  // One more than cores: tests often wait for processes and pages.
  workers: 3,
  // What fails is run once more for its trace, and counts as failed all the same.
  retries: 1,
  failOnFlakyTests: true,
  // A test takes seconds, and a loaded machine several times as long: only one that hangs comes so far.
  timeout: 180_000,
  // Beside the tests, the same for every machine. What is not there fails: only the command for it writes any.
  snapshotPathTemplate: '{testDir}/{testFileDir}/stored/{arg}{ext}',
  updateSnapshots: 'none',
  expect: {
    timeout: 60_000,
    // Not one pixel may differ by more than one step of a colour, which processors differ by and nobody sees, but for
    // those at an edge that only smooth it.
    toHaveScreenshot: { threshold: 0.005, maxDiffPixels: 0 },
  },
  reporter: [['list'], ['json', { outputFile: process.env['REPORT'] ?? '.cache/report.json' }]],
  projects: [
    { name: 'longest', testMatch: LONGEST },
    { name: 'others', testIgnore: LONGEST },
  ],
  use: {
    launchOptions: { args: [...BROWSER_ARGUMENTS], ...(executablePath && { executablePath }) },
    locale: 'uk-UA',
    // Every frame of an animation is drawn by the processor; what moves is tested where it says so.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording is dear.
    trace: 'on-first-retry',
  },
});
