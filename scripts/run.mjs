// `node scripts/run.mjs [FOLDER…] [PROGRAM [ARGUMENT…]]`: runs a TypeScript program on a machine that has only Node and
// npm. First it installs missing packages from the lock files of the repository and of the folders. It is plain
// JavaScript because it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)) return;
  fail(`Node ${process.versions.node} is too old for this project: it needs 20.19, 22.12, or 24 and later`);
}

/** Prints the script's text in `//scripts` of its package.json, or rejects arguments that the text does not name. */
function checkArguments(parameters) {
  const { npm_lifecycle_event: script = '', npm_package_json: file = path.join(root, 'package.json') } =
    process.env;
  const { scripts, '//scripts': descriptions } = readJson(file) ?? {};
  const description = descriptions?.[script];
  if (description === undefined) return;
  if (parameters.includes('--help')) {
    console.log(`npm run ${script}${description.startsWith(':') ? '' : ' '}${description}`);
    process.exit(0);
  }
  const typed = parameters.filter((word) => !scripts[script]?.split(' ').includes(word));
  if (typed.length > 0 && description.startsWith(':'))
    fail(`npm run ${script} takes no arguments, such as “${typed.join(' ')}”`);
  // Jest and Playwright say themselves what they take.
  if (description.includes('the arguments are')) return;
  const [usage] = description.split(': ');
  const options = usage.match(/--[a-z][a-z-]*/g) ?? [];
  const unknown = typed.find((word) => word.startsWith('--') && !options.includes(word.replace(/=.*/s, '')));
  if (unknown) fail(`There is no option ${unknown}: npm run ${script} ${usage}`);
}

/** Installs the packages in a folder's lock file. */
function install(folder, what) {
  if (isInstalled(folder)) return;
  console.log(`Installing ${what}…`);
  // A command of one workspace would make npm install only that one.
  const { npm_config_workspace: _, ...env } = process.env;
  const npm = process.env.npm_execpath;
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--prefix', folder];
  const options = { cwd: folder, env, stdio: 'inherit' };
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  if (status !== 0) fail('The packages could not be installed; the reason is above');
}

/** Whether npm's own record of a folder agrees with its lock file, whoever installed it. */
function isInstalled(folder) {
  const { '': _, ...locked } = readJson(path.join(folder, 'package-lock.json'))?.packages ?? {};
  const installed = readJson(path.join(folder, 'node_modules/.package-lock.json'))?.packages;
  return (
    installed !== undefined &&
    Object.keys(installed).every((name) => name in locked) &&
    Object.entries(locked).every(([name, { version, integrity, optional }]) => {
      const found = installed[name];
      // Only those optional packages are installed that fit this machine.
      return found ? found.version === version && found.integrity === integrity : optional;
    })
  );
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function fail(message) {
  console.error(message);
  process.exit(1);
}

const words = process.argv.slice(2);
const index = words.findIndex((word) => word.endsWith('.ts'));
const folders = index === -1 ? words : words.slice(0, index);
const [program, ...parameters] = index === -1 ? [] : words.slice(index);
checkArguments(parameters);
checkNode();
install(root, 'packages from the lock file');
for (const folder of folders.map((name) => path.resolve(name)))
  install(folder, readJson(path.join(folder, 'package.json'))?.description);
if (program !== undefined) {
  const file = path.resolve(program);
  process.chdir(root);
  // Variables that are already set take precedence. Tests set all that they need.
  if (existsSync('.env')) process.loadEnvFile();
  const require = createRequire(import.meta.url);
  require('tsx/cjs');
  process.argv = [process.execPath, file, ...parameters];
  require(file);
}
