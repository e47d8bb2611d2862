import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { getter, SETTINGS } from '@vidlunnia/settings';
import { repositoryRoot } from '@vidlunnia/settings/machine';

/** Debian's Chromium in a closed network: no calls home, no sandbox for root. */
export const BROWSER_ARGUMENTS: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const tools = () => path.join(repositoryRoot(), 'tools');
/** The browser whose version `tools/package-lock.json` pins. */
export const pinnedBrowser = () => path.join(tools(), 'node_modules/@sparticuz/chromium/unpacked/run');
const unpacker = () => path.join(tools(), 'unpack-browser.mjs');
// A team's repository may have a folder of that name too.
const hasPinned = () => process.platform === 'linux' && process.arch === 'x64' && existsSync(unpacker());

/** Names of complete browsers in PATH, the preferred one first. */
const WHOLE = ['chromium', 'chromium-browser', 'google-chrome'];

/**
 * Path of the Chromium for the browser tests and the gate: `CHROMIUM_PATH`; else on Linux x64 the pinned one, which
 * renders alike on every machine; else Playwright's own. Installs a missing browser. Throws with instructions for a
 * manual installation.
 */
export const findTestBrowser = (): string =>
  installedTestBrowser() ?? (hasPinned() ? installPinned() : installPlaywrights());

/** The same without installing; `null` when there is none. */
export const installedTestBrowser = (): string | null =>
  chosen() ?? whereExists(hasPinned() ? pinnedBrowser() : chromium.executablePath());

/** Path of a Chromium for measurements: `CHROMIUM_PATH`, else a complete browser. Installs a missing one. */
export const findBrowser = (): string => chosen() ?? installedWholeBrowser() ?? installPlaywrights();

/** Path of a complete Chromium, as visitors have; `null` when there is none. */
export function installedWholeBrowser(): string | null {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const inPath = WHOLE.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return [...inPath, chromium.executablePath()].find((file) => existsSync(file)) ?? null;
}

function chosen(): string | null {
  const file = getter(process.env)(SETTINGS.chromium);
  if (file === undefined) return null;
  if (!existsSync(file)) throw new Error(`CHROMIUM_PATH is “${file}”, which does not exist`);
  return file;
}

const whereExists = (file: string): string | null => (existsSync(file) ? file : null);

function installPinned(): string {
  const archives = path.join(tools(), 'node_modules/@sparticuz/chromium/bin');
  if (!existsSync(archives)) run(path.join(tools(), 'run.mjs'), '--tools');
  if (!existsSync(pinnedBrowser())) run(unpacker());
  return pinnedBrowser();
}

function installPlaywrights(): string {
  process.stderr.write('No Chromium here; installing Playwright’s…\n');
  run(
    path.join(path.dirname(require.resolve('@playwright/test/package.json')), 'cli.js'),
    'install',
    'chromium',
  );
  return chromium.executablePath();
}

function run(...args: readonly string[]): void {
  // Standard output belongs to the command, which may print JSON.
  const { status } = spawnSync(process.execPath, args, { stdio: ['inherit', 2, 2], timeout: 600_000 });
  if (status !== 0)
    throw new Error(
      'No Chromium was installed: install one (`npx playwright install chromium`) or name it in CHROMIUM_PATH',
    );
}
