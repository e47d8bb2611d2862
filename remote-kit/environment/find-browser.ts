import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { getter } from './read-settings';
import { repositoryRoot } from './repository';
import { SETTINGS } from './settings';
import { messageOf } from '../process/errors';
import { say } from '../process/say';

/** Package of the browser that `e2e/browser/package-lock.json` pins. */
const PACKAGE = path.join(repositoryRoot, 'e2e/browser');
const PINNED = path.join(PACKAGE, 'node_modules/.chromium/run');
const hasPinned = process.platform === 'linux' && process.arch === 'x64';

/**
 * Path of the Chromium of the browser tests and of the gate: `CHROMIUM_PATH`; else on Linux x64 the pinned one, which
 * draws alike on every machine; else Playwright's own. Installs what is missing. Throws with the way to get one by hand.
 */
export const findTestBrowser = (): string =>
  installedTestBrowser() ?? (hasPinned ? installPinned() : installPlaywrights()) ?? giveUp();

/** The same, but installs none: `null` when there is none. */
export function installedTestBrowser(): string | null {
  return chosen() ?? whereExists(hasPinned ? PINNED : chromium.executablePath());
}

/** Names of the whole browser in PATH, the best first. */
const WHOLE = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Path of a Chromium for measurements: the whole browser, as visitors have it. */
export const findBrowser = (): string =>
  chosen() ?? systems() ?? installPlaywrights() ?? installDebians() ?? giveUp();

function chosen(): string | null {
  const file = getter(process.env)(SETTINGS.chromium);
  if (file === undefined) return null;
  if (!existsSync(file)) throw new Error(`CHROMIUM_PATH is “${file}”, which is not there`);
  return file;
}

function systems(): string | null {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const candidates = WHOLE.flatMap((name) => folders.map((folder) => path.resolve(folder, name)));
  return [...candidates, chromium.executablePath()].find((file) => existsSync(file)) ?? null;
}

const whereExists = (file: string): string | null => (existsSync(file) ? file : null);

function installPinned(): string {
  run(path.join(repositoryRoot, 'scripts/run.mjs'), PACKAGE);
  if (!existsSync(PINNED)) run(path.join(PACKAGE, 'unpack.mjs'));
  return PINNED;
}

function run(...args: readonly string[]) {
  const { status, error } = spawnSync(process.execPath, args, { stdio: 'inherit', timeout: 600_000 });
  if (status !== 0)
    throw new Error(`The browser of the tests was not installed${error ? `: ${messageOf(error)}` : ''}`);
}

function installPlaywrights(): string | null {
  say('No Chromium here; installing Playwright’s…');
  const cli = path.join(path.dirname(require.resolve('@playwright/test/package.json')), 'cli.js');
  spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'ignore', timeout: 300_000 });
  return whereExists(chromium.executablePath());
}

function installDebians(): string | null {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null;
  say('Playwright’s browser cannot be had; installing the Debian package chromium…');
  const options = { stdio: 'ignore', timeout: 600_000 } as const;
  spawnSync('apt-get', ['update'], options);
  spawnSync('apt-get', ['install', '--yes', '--no-install-recommends', 'chromium'], options);
  return systems();
}

function giveUp(): never {
  throw new Error(
    'There is no Chromium: install one (`npx playwright install chromium`) or name it in CHROMIUM_PATH',
  );
}
