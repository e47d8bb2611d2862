import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { BROWSER_ARGUMENTS } from '../process/find-browser';

/** Golden pages by their names. */
export const PAGES = { home: '/', post: '/blog/golden', archive: '/blog' } as const;

/** Settings that the gate passes to this project. */
export interface ProjectOptions {
  /** Name of the remote whose release is tested. */
  readonly remote: string;
  /** Address of the shell without the new release. */
  readonly live: string;
  /** Address of the shell with it. */
  readonly fresh: string;
  /** Folder of the report. */
  readonly report: string;
  readonly executablePath: string;
}

const VARIABLE = 'VIDLUNNIA_GATE';
export const toEnvironment = (options: ProjectOptions) => ({ [VARIABLE]: JSON.stringify(options) });
export const projectOptions = (): ProjectOptions =>
  JSON.parse(process.env[VARIABLE] ?? '{"report":""}') as ProjectOptions;

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
    [require.resolve('./findings')],
  ],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'uk-UA',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath, args: [...BROWSER_ARGUMENTS] },
    // Limits the wait for a link that is covered.
    actionTimeout: 15_000,
    trace: 'off',
  },
});
