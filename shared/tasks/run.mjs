// Runs a task of this folder on a machine that has only Node and npm: installs what the lock files name when that is
// not there yet, then hands over to TypeScript. Plain JavaScript, because it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
/** What each task runs beside this file; `install` is done here. */
const TASKS = {
  install: null,
  start: './start.ts',
  dev: './dev-site.ts',
  'dev-part': './dev-part.ts',
  build: './build.ts',
  doctor: './doctor.ts',
  remotes: './remotes.ts',
  test: './test.ts',
  'test-unit': './test-unit.ts',
  'test-e2e': './test-e2e.ts',
  'test-changed': './test-changed.ts',
  'test-browsers': './test-browsers.ts',
  'test-documents': './test-documents.ts',
  'test-compose': '../deploy/trial/test-compose.ts',
  bench: './bench.ts',
  ui: './ui.ts',
  fuzz: './fuzz.ts',
  endurance: './endurance.ts',
  'new-remote': './generate/new-remote.ts',
  'new-section': './generate/new-section.ts',
  'remove-remote': './generate/remove-remote.ts',
  'sync-remotes': './generate/sync-remotes.ts',
  'test-generators': './generate/trial/main.ts',
  packages: '../publishing/main.ts',
  'test-outside': '../publishing/test-outside.ts',
};
/** What unit tests need. */
const TESTED = [path.join(root, 'shared/deploy/tools'), path.join(root, 'shared/release/tools')];
/** Folders of packages that only some tasks need: no workspaces, each with a lock file of its own. */
const TOOLS = {
  test: TESTED,
  'test-unit': TESTED,
  'test-changed': TESTED,
  'test-browsers': [path.join(root, 'e2e/browsers/tools')],
  bench: [path.join(root, 'bench/tools')],
  packages: [path.join(root, 'shared/packages')],
  'test-outside': [path.join(root, 'shared/packages'), path.join(root, 'shared/release/tools')],
};

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)) return;
  fail(`Node ${process.versions.node} is too old for this project: it needs 20.19, 22.12, or 24 and later`);
}

/** Installs what a folder's lock file names. */
function install(folder, what) {
  if (isInstalled(folder)) return;
  console.log(`Installing ${what}…`);
  // A command of one workspace tells npm to see to that one alone.
  const { npm_config_workspace: _, ...env } = process.env;
  const npm = process.env.npm_execpath;
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--prefix', folder];
  const options = { cwd: folder, env, stdio: 'inherit' };
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  if (status !== 0) fail('The packages could not be installed; the reason stands above');
}

/** Whether npm's own record of a folder agrees with its lock file, whoever installed. */
function isInstalled(folder) {
  const { '': _, ...locked } = packagesOf(path.join(folder, 'package-lock.json')) ?? {};
  const installed = packagesOf(path.join(folder, 'node_modules/.package-lock.json'));
  return (
    installed !== null &&
    Object.keys(installed).every((name) => name in locked) &&
    Object.entries(locked).every(([name, { version, integrity, optional }]) => {
      const found = installed[name];
      // Of optional packages there are those of this machine.
      return found ? found.version === version && found.integrity === integrity : optional;
    })
  );
}

function packagesOf(lock) {
  try {
    return JSON.parse(readFileSync(lock, 'utf8')).packages;
  } catch {
    return null;
  }
}

const descriptionOf = (folder) =>
  JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')).description;

function fail(message) {
  console.error(message);
  process.exit(1);
}

const [task, ...parameters] = process.argv.slice(2);
if (!Object.hasOwn(TASKS, task))
  fail(`There is no task “${task}”; there are ${Object.keys(TASKS).join(', ')}`);
checkNode();
install(root, 'packages from the lock file');
const tools = task === 'install' ? parameters.map((folder) => path.resolve(folder)) : (TOOLS[task] ?? []);
for (const folder of tools) install(folder, descriptionOf(folder));
if (!TASKS[task]) process.exit(0);
process.chdir(root);
// What is set in the shell goes first. Tests set all that they need.
if (existsSync('.env')) process.loadEnvFile();
const require = createRequire(import.meta.url);
require('tsx/cjs');
require(TASKS[task]);
