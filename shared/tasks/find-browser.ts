import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { say } from './say';

const SYSTEM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/**
 * Path of a Chromium for the browser tests: `CHROMIUM_PATH`, the system's, Playwright's own; failing these it
 * installs one. Throws with the way to get one by hand.
 */
export function findBrowser(): string {
  return chosen() ?? installed() ?? installPlaywrights() ?? installDebians() ?? giveUp();
}

function chosen(): string | null {
  const file = process.env['CHROMIUM_PATH'];
  if (file === undefined || file === '') return null;
  if (!existsSync(file)) throw new Error(`CHROMIUM_PATH is “${file}”, which is not there`);
  return file;
}

function installed(): string | null {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const candidates = folders.flatMap((folder) => SYSTEM_NAMES.map((name) => path.join(folder, name)));
  return [...candidates, MAC_CHROME, chromium.executablePath()].find((file) => existsSync(file)) ?? null;
}

function installPlaywrights(): string | null {
  say('No Chromium here; installing the one of Playwright…');
  const cli = path.join(path.dirname(require.resolve('@playwright/test/package.json')), 'cli.js');
  spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'ignore', timeout: 300_000 });
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : null;
}

function installDebians(): string | null {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null;
  say('Playwright’s browser cannot be had; installing the Debian package chromium…');
  const options = { stdio: 'ignore', timeout: 600_000 } as const;
  spawnSync('apt-get', ['update'], options);
  spawnSync('apt-get', ['install', '--yes', '--no-install-recommends', 'chromium'], options);
  return installed();
}

function giveUp(): never {
  throw new Error(
    'The browser tests need a Chromium: install one (`npx playwright install chromium`) or name it in CHROMIUM_PATH',
  );
}
