import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { getter } from './read-settings';
import { SETTINGS } from './settings';
import { say } from '../process/say';

/** A build of Chromium: its names in PATH, the best first, and Debian's package of it. */
interface Build {
  readonly names: readonly string[];
  readonly debianPackage: string;
}

const CHROMIUM: Build = {
  names: [
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ],
  debianPackage: 'chromium',
};
/** The same engine without the browser around it: a page costs half of the processor's time. */
const HEADLESS_SHELL: Build = {
  names: ['chromium-headless-shell', ...CHROMIUM.names],
  debianPackage: 'chromium-headless-shell',
};

/**
 * Path of a Chromium for the browser tests: `CHROMIUM_PATH`, the system's, Playwright's own; failing these it
 * installs one. Throws with the way to get one by hand.
 */
export const findTestBrowser = (): string => find(HEADLESS_SHELL);

/** The same, but installs none: `null` when there is none. */
export const installedTestBrowser = (): string | null => chosen() ?? installed(HEADLESS_SHELL);

/** The same for measurements: the whole browser, as visitors have it. */
export const findBrowser = (): string => find(CHROMIUM);

const find = (build: Build): string =>
  chosen() ?? installed(build) ?? installPlaywrights() ?? installDebians(build) ?? giveUp();

function chosen(): string | null {
  const file = getter(process.env)(SETTINGS.chromium);
  if (file === undefined) return null;
  if (!existsSync(file)) throw new Error(`CHROMIUM_PATH is “${file}”, which is not there`);
  return file;
}

function installed({ names }: Build): string | null {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const candidates = names.flatMap((name) => folders.map((folder) => path.resolve(folder, name)));
  return [...candidates, chromium.executablePath()].find((file) => existsSync(file)) ?? null;
}

function installPlaywrights(): string | null {
  say('No Chromium here; installing the one of Playwright…');
  const cli = path.join(path.dirname(require.resolve('@playwright/test/package.json')), 'cli.js');
  spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'ignore', timeout: 300_000 });
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : null;
}

function installDebians(build: Build): string | null {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null;
  say(`Playwright’s browser cannot be had; installing the Debian package ${build.debianPackage}…`);
  const options = { stdio: 'ignore', timeout: 600_000 } as const;
  spawnSync('apt-get', ['update'], options);
  spawnSync('apt-get', ['install', '--yes', '--no-install-recommends', build.debianPackage], options);
  return installed(build);
}

function giveUp(): never {
  throw new Error(
    'The browser tests need a Chromium: install one (`npx playwright install chromium`) or name it in CHROMIUM_PATH',
  );
}
