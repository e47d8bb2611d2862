import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { repositoryRoot } from '@vidlunnia/remote-kit/process/repository';

const PROGRAM = 'scripts/run.mjs';
const NEEDED = { version: '1.0.0', integrity: 'sha512-a' };
const LOCKED = {
  'node_modules/needed': NEEDED,
  'node_modules/other-machines': { version: '1.0.0', integrity: 'sha512-b', optional: true },
};

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'vidlunnia-run-'));
  cpSync(path.join(repositoryRoot(), PROGRAM), path.join(root, PROGRAM));
  write(
    'npm.cjs',
    'process.stdout.write(`npm ${process.argv.slice(2).join(" ")} in ${process.cwd()} for ${process.env.npm_config_workspace ?? "all"}\\n`)',
  );
  write('package-lock.json', JSON.stringify({ packages: { '': {}, ...LOCKED } }));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

function write(file: string, text: string) {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}
const installed = (packages: object, folder = '.') => {
  write(`${folder}/node_modules/.package-lock.json`, JSON.stringify({ packages }));
};
const run = (...args: readonly string[]) => runAs(undefined, ...args);
const runAs = (script: string | undefined, ...args: readonly string[]) =>
  spawnSync(process.execPath, [PROGRAM, ...args], {
    cwd: root,
    env: {
      ...process.env,
      npm_execpath: path.join(root, 'npm.cjs'),
      npm_config_workspace: 'api',
      npm_lifecycle_event: script,
      npm_package_json: path.join(root, 'package.json'),
    },
    encoding: 'utf8',
  });

const INSTALLS = /^Installing packages from the lock file…\nnpm ci .*--prefix (\S+) in \1 for all\n$/;

test('before anything is installed, --help shows a script’s arguments and purpose, and those that it does not name are rejected', () => {
  const scripts = { fuzz: '-- [--seed S]: sends requests.', doctor: ': says what is there.' };
  write('package.json', JSON.stringify({ scripts: {}, '//scripts': scripts }));
  expect(runAs('fuzz', 'fuzz.ts', '--help').stdout).toBe('npm run fuzz -- [--seed S]: sends requests.\n');
  expect(runAs('doctor', 'doctor.ts', '--help').stdout).toBe('npm run doctor: says what is there.\n');
  expect(runAs('doctor', 'doctor.ts', '-x')).toMatchObject({
    status: 1,
    stderr: 'npm run doctor takes no arguments, such as “-x”\n',
  });
  expect(runAs('fuzz', 'fuzz.ts', '--seeds=1')).toMatchObject({
    status: 1,
    stderr: 'There is no option --seeds=1: npm run fuzz -- [--seed S]\n',
  });
});

test.each([
  ['are not there', undefined],
  ['have another version', { 'node_modules/needed': { ...NEEDED, version: '2.0.0' } }],
  ['have other bytes', { 'node_modules/needed': { ...NEEDED, integrity: 'sha512-c' } }],
  ['lack one', {}],
  ['have one too many', { ...LOCKED, 'node_modules/former': NEEDED }],
])('packages are installed when they %s', (_, packages) => {
  if (packages) installed(packages);
  expect(run().stdout).toMatch(INSTALLS);
});

test.each([
  ['are as locked, whoever installed them', LOCKED],
  ['lack those of another kind of machine', { 'node_modules/needed': NEEDED }],
])('packages are not installed again when they %s', (_, packages) => {
  installed(packages);
  expect(run()).toMatchObject({ status: 0, stdout: '' });
});

test('tools of one task are installed in their own folder; the message names them', () => {
  installed(LOCKED);
  write('bench/tools/package.json', JSON.stringify({ description: 'a tool' }));
  write('bench/tools/package-lock.json', JSON.stringify({ packages: { '': {}, ...LOCKED } }));
  expect(run('bench/tools').stdout).toMatch(/^Installing a tool…\nnpm ci .* in \S+bench\/tools for all\n$/);
  installed(LOCKED, 'bench/tools');
  expect(run('bench/tools').stdout).toBe('');
});

test('a failed installation ends the task', () => {
  write('npm.cjs', 'process.exit(1)');
  expect(run()).toMatchObject({
    status: 1,
    stderr: 'The packages could not be installed; the reason is above\n',
  });
});
