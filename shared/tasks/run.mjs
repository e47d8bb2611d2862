// Runs a task of this folder on a machine that has only Node and npm: installs what the lock files name when that is
// not there yet, then hands over to TypeScript. Plain JavaScript, because it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const JOURNEYS = 'in the machine’s own Firefox and WebKit';
/** What each task runs beside this file (`install` is done here), what may stand behind `--`, and what it does. */
const TASKS = {
  install: [null, '[FOLDER…]', 'Installs what the lock files name.'],
  start: [
    './start.ts',
    '',
    'Builds what changed and serves the whole site in production mode, until Ctrl-C.',
  ],
  dev: [
    './dev-site.ts',
    '[--against URL]',
    'Serves the site for development and shows every saved change. With -w REMOTE before the --: that remote beside a running site, here or at URL.',
  ],
  'dev-part': ['./dev-part.ts', 'FOLDER [TREE]', 'Runs one package of the site for development.'],
  build: ['./build.ts', '', 'Builds every package that changed, for production.'],
  doctor: [
    './doctor.ts',
    '',
    'Says what a start, the tests and a release lack on this machine, and what to do.',
  ],
  remotes: [
    './remotes.ts',
    'COMMAND',
    `Edits the operator’s list of remotes, the file that REMOTES_FILE names. COMMAND is one of
  init                                             makes the operator’s key and an empty list
  show                                             prints the list
  add NAME --origin URL --key KEY [--zone Module --after section]
                                                   adds a remote, or a zone to one
  rotate NAME --key KEY[,KEY]                      replaces its public keys
  remove NAME                                      takes it off the pages`,
  ],
  test: ['./test.ts', '', 'Checks everything: types, rules, format, unit and browser tests.'],
  'test-unit': ['./test-unit.ts', '[WORD…] [-t NAME]', 'Runs unit and API tests; the arguments are Jest’s.'],
  'test-e2e': ['./test-e2e.ts', '[WORD…] [-g NAME]', 'Runs browser tests; the arguments are Playwright’s.'],
  'test-changed': [
    './test-changed.ts',
    '[COMMIT]',
    'Checks what differs from COMMIT, by default the last one.',
  ],
  lint: ['./lint.ts', '', 'Checks rules, format, and what nothing uses.'],
  'test-browsers': ['./test-browsers.ts', '[firefox|webkit]', `Plays a few journeys ${JOURNEYS}.`],
  'test-documents': [
    './test-documents.ts',
    '',
    'Does what docs/first-day.md says, word for word, in a copy.',
  ],
  'test-compose': [
    '../../deploy/trial/main.ts',
    '[development|production]',
    'Tries the stacks of the compose files on this machine’s Docker engine.',
  ],
  bench: [
    './bench.ts',
    '[--only=size,touch] [--rounds=5]',
    'Measures the production build; --only names groups.',
  ],
  ui: ['./ui.ts', '[--build]', 'Serves every component in all its states; --build only builds that page.'],
  fuzz: [
    './fuzz.ts',
    '[--requests N] [--seed S]',
    'Sends requests of every kind, most of them wrong, to a site.',
  ],
  endurance: [
    './endurance.ts',
    '[--submissions N] [--seed S] [--only kills|load]',
    'Kills the API at random moments while clients store, and sends twice the load that the site can carry.',
  ],
  'new-remote': [
    '../packages/create-vidlunnia-remote/new-remote.ts',
    'NAME --section SECTION [--after SECTION_OF_THE_PAGE]',
    'Makes a remote with one section, behind a section of the home page.',
  ],
  packages: [
    '../publishing/main.ts',
    '',
    'Makes and checks the packages that are published, in .cache/packages.',
  ],
  'test-outside': ['../publishing/test-outside.ts', '', 'Tries a team’s repository outside of this one.'],
};
const CHECKS = path.join(root, 'shared/tasks/tools');
const POSTGRES = path.join(root, 'api/test/tools');
/** What unit tests need. */
const TESTED = [CHECKS, path.join(root, 'deploy/tools'), path.join(root, 'shared/release/tools'), POSTGRES];
/** Folders of packages that only some tasks need: no workspaces, each with a lock file of its own. */
const TOOLS = {
  test: TESTED,
  'test-unit': TESTED,
  'test-changed': TESTED,
  lint: [CHECKS],
  'test-browsers': [path.join(root, 'e2e/browsers/tools')],
  endurance: [POSTGRES],
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
const [program, takes, does] = TASKS[task];
// As it was typed: npm names its script.
const command = `npm run ${process.env.npm_lifecycle_event ?? task}`;
if (parameters.includes('--help')) {
  console.log(`${command}${takes && ` -- ${takes}`}\n${does}`);
  process.exit(0);
}
if (takes === '' && parameters.length > 0)
  fail(
    `${command} takes no arguments, such as “${parameters.join(' ')}”; ${command} -- --help says what it does`,
  );
checkNode();
install(root, 'packages from the lock file');
const tools = task === 'install' ? parameters.map((folder) => path.resolve(folder)) : (TOOLS[task] ?? []);
for (const folder of tools) install(folder, descriptionOf(folder));
if (program === null) process.exit(0);
process.chdir(root);
// What is set in the shell goes first. Tests set all that they need.
if (existsSync('.env')) process.loadEnvFile();
const require = createRequire(import.meta.url);
require('tsx/cjs');
require(program);
