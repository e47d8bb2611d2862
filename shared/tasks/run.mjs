// Runs a task of this folder on a machine that has only Node and npm: installs what the lock file names when that is
// not there yet, then hands over to TypeScript. Plain JavaScript, because it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const TASKS = [
  'install',
  'start',
  'dev',
  'build',
  'test',
  'test-unit',
  'test-e2e',
  'test-changed',
  'test-compose',
  'bench',
];

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)) return;
  fail(`Node ${process.versions.node} is too old for this project: it needs 20.19, 22.12, or 24 and later`);
}

function install() {
  const stamp = path.join(root, 'node_modules/.installed-lock');
  const lock = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  console.log('Installing packages from the lock file…');
  const npm = process.env.npm_execpath;
  const options = { cwd: root, stdio: 'inherit' };
  const { status } = npm
    ? spawnSync(process.execPath, [npm, 'ci', '--no-audit', '--no-fund'], options)
    : spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
        ...options,
        shell: process.platform === 'win32',
      });
  if (status !== 0) fail('The packages could not be installed; the reason stands above');
  writeFileSync(stamp, lock);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}

const [task] = process.argv.slice(2);
if (!TASKS.includes(task)) fail(`There is no task “${task}”; there are ${TASKS.join(', ')}`);
checkNode();
install();
if (task === 'install') process.exit(0);
process.chdir(root);
const require = createRequire(import.meta.url);
require('tsx/cjs');
require(`./${task}.ts`);
