/**
 * `node tools/run.mjs [--tools | --all-tools] [PROGRAM [ARGUMENT…]]`: installs the packages that are missing, then runs
 * a program, named from the repository's root. `--tools` also installs what tests need, `--all-tools` everything in
 * `tools/package.json`. Imports only Node's modules, because it runs before anything is installed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmdirSync, statSync, utimesSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';

const root = path.dirname(import.meta.dirname);
const tools = import.meta.dirname;
const [, , ...words] = process.argv;
const wanted = /^--(all-)?tools$/.exec(words[0] ?? '');
if (wanted) words.shift();

/** Projects of npm whose packages are needed, with arguments for npm. Variables of an outer npm apply to both. */
const projects = [{ folder: root, hasDev: true, args: [] }];
if (wanted) {
  const hasDev = wanted[1] !== undefined;
  const parts = hasDev ? ['--include=dev', '--include=peer'] : ['--omit=dev'];
  projects.push({ folder: tools, hasDev, args: ['--engine-strict=false', ...parts] });
}

const readJson = (...file) => JSON.parse(readFileSync(path.join(...file), 'utf8'));

const NEEDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

/** Throws when a `package.json` has changed without the lock file. `npm ci` would refuse too, but only on a clean clone. */
function checkLock({ folder }) {
  for (const [place, locked] of Object.entries(readJson(folder, 'package-lock.json').packages)) {
    if (place.includes('node_modules/')) continue;
    const file = path.join(folder, place, 'package.json');
    const manifest = existsSync(file) ? readJson(file) : {};
    if (NEEDS.some((needs) => !isDeepStrictEqual(manifest[needs] ?? {}, locked[needs] ?? {})))
      throw new Error(
        `package-lock.json does not fit ${path.relative(root, file)}; run: npm install${folder === root ? '' : ' --prefix tools'}`,
      );
  }
}

/** Whether the packages of the lock file are installed, by npm's own list of what it has installed. */
function isInstalled({ folder, hasDev }) {
  const list = path.join(folder, 'node_modules/.package-lock.json');
  if (!existsSync(list)) return false;
  const installed = readJson(list).packages;
  return Object.entries(readJson(folder, 'package-lock.json').packages).every(
    ([place, { version, optional, peer, dev, devOptional }]) =>
      !place.includes('node_modules/') ||
      // Of another system, or left out.
      optional ||
      peer ||
      devOptional ||
      (dev && !hasDev) ||
      // npm also lists what it only wrote into the lock file.
      (installed[place]?.version === version && existsSync(path.join(folder, place))),
  );
}

/**
 * Installs what is missing; resolves to npm's exit code. Uses `npm ci` only when nothing is installed, because it would
 * delete packages that a running command needs.
 */
async function install({ folder, args: further }) {
  const isClean = !existsSync(path.join(folder, 'node_modules/.package-lock.json'));
  const args = isClean ? ['ci'] : ['install', '--no-save'];
  args.push('--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error', ...further);
  const npm = process.env.npm_execpath;
  const child = spawn(npm ? process.execPath : 'npm', npm ? [npm, ...args] : args, {
    cwd: folder,
    // `npm run COMMAND -w WORKSPACE` would install only that workspace.
    env: { ...process.env, npm_config_workspace: undefined },
    // Standard output belongs to the program.
    stdio: ['ignore', 2, 2],
    shell: !npm && process.platform === 'win32',
  });
  const [code] = await once(child, 'close');
  return code;
}

/** A folder that exists while a command installs, and is touched every second. */
const BUSY = path.join(root, '.cache/installing');
/** Milliseconds without a touch after which an installation was killed. */
const ABANDONED_AFTER_MS = 10_000;

/** One command at a time: another waits, and installs only what is still missing then. */
async function installAlone() {
  mkdirSync(path.dirname(BUSY), { recursive: true });
  for (let times = 0; !begin(); times += 1) {
    if (times === 0) process.stderr.write('Waiting for the installation of another command…\n');
    await pause(200);
  }
  const touch = setInterval(() => utimesSync(BUSY, new Date(), new Date()), 1_000);
  try {
    const missing = projects.filter((project) => !isInstalled(project));
    if (missing.length > 0) process.stderr.write('Installing packages…\n');
    const ended = await Promise.all(missing.map(install));
    if (ended.some((code) => code !== 0))
      throw new Error('The packages could not be installed; the reason is above');
  } finally {
    clearInterval(touch);
    rmdirSync(BUSY);
  }
}

function begin() {
  try {
    mkdirSync(BUSY);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    const touched = statSync(BUSY, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (Date.now() - touched > ABANDONED_AFTER_MS) rmdirSync(BUSY);
    return false;
  }
}

try {
  projects.forEach(checkLock);
  if (!projects.every(isInstalled)) await installAlone();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
const [program, ...args] = words;
if (program !== undefined) {
  const file = path.join(root, program);
  process.argv = [process.execPath, file, ...args];
  if (program.endsWith('.ts')) {
    await import('tsx');
    createRequire(file)(file);
  } else await import(pathToFileURL(file));
}
