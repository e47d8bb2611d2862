import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { repositoryRoot } from '../environment/repository';

const PROGRAM = 'shared/tasks/run.mjs';
const NEEDED = { version: '1.0.0', integrity: 'sha512-a' };
const LOCKED = {
  'node_modules/needed': NEEDED,
  'node_modules/other-machines': { version: '1.0.0', integrity: 'sha512-b', optional: true },
};

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'vidlunnia-run-'));
  cpSync(path.join(repositoryRoot, PROGRAM), path.join(root, PROGRAM));
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
const run = (...args: readonly string[]) =>
  spawnSync(process.execPath, [PROGRAM, ...args], {
    cwd: root,
    env: {
      ...process.env,
      npm_execpath: path.join(root, 'npm.cjs'),
      npm_config_workspace: 'api',
      npm_lifecycle_event: undefined,
    },
    encoding: 'utf8',
  });

const INSTALLS = /^Installing packages from the lock file…\nnpm ci .*--prefix (\S+) in \1 for all\n$/;

describe('before anything is installed', () => {
  test.each([
    ['fuzz', 'npm run fuzz -- [--requests N] [--seed S]\nSends requests'],
    ['doctor', 'npm run doctor\nSays what'],
  ])('%s --help says what stands behind -- and what it does', (task, usage) => {
    const { status, stdout } = run(task, '--help');
    expect([status, stdout.slice(0, usage.length)]).toEqual([0, usage]);
  });

  test('a task that takes no arguments says so', () => {
    expect(run('doctor', '-x')).toMatchObject({
      status: 1,
      stderr: 'npm run doctor takes no arguments, such as “-x”; npm run doctor -- --help says what it does\n',
    });
  });
});

describe('packages', () => {
  test('are installed when none are there', () => {
    expect(run('install').stdout).toMatch(INSTALLS);
  });

  test.each([
    ['one is of another version', { 'node_modules/needed': { ...NEEDED, version: '2.0.0' } }],
    ['one has other bytes', { 'node_modules/needed': { ...NEEDED, integrity: 'sha512-c' } }],
    ['one is missing', {}],
    ['one too many is there', { ...LOCKED, 'node_modules/former': NEEDED }],
  ])('are installed anew when %s', (_, packages) => {
    installed(packages);
    expect(run('install').stdout).toMatch(INSTALLS);
  });

  test('that npm has installed as locked, by whomever it was told to, are left alone', () => {
    installed(LOCKED);
    expect(run('install')).toMatchObject({ status: 0, stdout: '' });
  });

  test('for another kind of machine may be missing', () => {
    installed({ 'node_modules/needed': NEEDED });
    expect(run('install')).toMatchObject({ status: 0, stdout: '' });
  });
});

test('tools of one task are installed in their own folder, with what they are', () => {
  installed(LOCKED);
  write('bench/tools/package.json', JSON.stringify({ description: 'a tool' }));
  write('bench/tools/package-lock.json', JSON.stringify({ packages: { '': {}, ...LOCKED } }));
  expect(run('install', 'bench/tools').stdout).toMatch(
    /^Installing a tool…\nnpm ci .* in \S+bench\/tools for all\n$/,
  );
  installed(LOCKED, 'bench/tools');
  expect(run('install', 'bench/tools').stdout).toBe('');
});

test('packages that cannot be installed end the task', () => {
  write('npm.cjs', 'process.exit(1)');
  expect(run('install')).toMatchObject({
    status: 1,
    stderr: 'The packages could not be installed; the reason stands above\n',
  });
});
