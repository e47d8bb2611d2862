import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { temporaryFolder } from '@vidlunnia/settings/testing';
import { repositoryRoot } from '@vidlunnia/settings/machine';
import { readRemote, readTopology } from '@vidlunnia/settings/topology';
import { create, createCommand, filesOf } from './create';
import { newRemote, workspace } from './workspace';

const WANTED = { name: 'shop2', section: 'JobOffers', after: 'vacancies' };
const repository = filesOf(WANTED);
const own = filesOf(WANTED, workspace());
const inRepository = (file: string) => path.join(repositoryRoot(), file);

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});

test('no file has an unfilled placeholder', () => {
  // Except versions, which are filled in when the generator is packed, and GitHub's own placeholders.
  const gaps = /\{\{version:[^}]+\}\}|\$\{\{[^}]+\}\}/g;
  expect(Object.values(repository).join('').replaceAll(gaps, '')).not.toContain('{{');
  expect(Object.values(own).join('')).not.toContain('{{');
});

test('every workflow can read the target, and none gives secrets to a fork', () => {
  const workflows = Object.keys(repository).filter((file) => file.startsWith('.github/workflows/'));
  expect(workflows).toHaveLength(3);
  for (const file of workflows) {
    for (const name of ['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])
      expect(repository[file]).toMatch(new RegExp(`RELEASE_TARGET: [^]*\\b${name}: `));
    expect(repository[file]).not.toContain('pull_request_target');
  }
});

test('its package describes the remote; a workspace has its own port', () => {
  const zones = [{ module: 'JobOffers', page: 'home', after: 'vacancies' }];
  const [inOwn = '', inWorkspace = ''] = ['repository', 'workspace'].map((name) => path.join(folder, name));
  create(repository, inOwn);
  expect(readRemote(inOwn)).toMatchObject({ name: 'shop2', zones });
  create(own, inWorkspace);
  expect(readRemote(inWorkspace)).toMatchObject({ name: 'shop2', zones });
  const ports = readTopology(repositoryRoot()).workspaces.map(({ port }) => port);
  expect(ports).not.toContain(readRemote(inWorkspace).port);
});

test('a workspace passes types, rules, format and its tests', () => {
  const remote = path.join(folder, 'mfe-shop2');
  create(own, remote);
  for (const name of ['node_modules', 'platform', 'shared', 'tsconfig.base.json'])
    symlinkSync(inRepository(name), path.join(folder, name));
  // The rules of another remote.
  const tests = `import config from '${inRepository('jest.config.mjs')}';
    const project = config.projects.find(({ displayName }) => displayName === 'mfe-home');
    export default { ...project, rootDir: '${remote}' };`;
  writeFileSync(path.join(folder, 'jest.config.mjs'), tests);
  const run = (program: string, ...args: readonly string[]) => {
    const command = [inRepository(program), ...args];
    const { status, stdout, stderr } = spawnSync(process.execPath, command, {
      cwd: remote,
      encoding: 'utf8',
    });
    expect(status === 0 ? '' : stdout + stderr).toBe('');
  };
  const tools = 'tools/node_modules';
  const whole = ['composite', 'declaration', 'emitDeclarationOnly'].flatMap((name) => [`--${name}`, 'false']);
  run('node_modules/typescript-7/bin/tsc', '-p', '.', '--noEmit', '--allowImportingTsExtensions', ...whole);
  run(`${tools}/oxlint/bin/oxlint`, '-c', inRepository('oxlint.config.mjs'), '.');
  run(`${tools}/oxfmt/bin/oxfmt`, '--check', '-c', inRepository('.oxfmtrc.json'), '.');
  run('node_modules/jest/bin/jest.js', '-c', path.join(folder, 'jest.config.mjs'));
});

test('a removed remote’s folder that git has left is reused; a folder with other files is rejected', () => {
  mkdirSync(path.join(folder, 'dist'));
  create(own, folder);
  expect(existsSync(path.join(folder, 'src/exposes.ts'))).toBe(true);
  expect(() => {
    create(own, folder);
  }).toThrow(`${folder} exists already: choose another name`);
});

describe('a new workspace', () => {
  const PROJECTS = '{\n  "references": [\n    { "path": "shared" }\n  ]\n}\n';
  const list = () => readFileSync(path.join(folder, 'tsconfig.json'), 'utf8');
  beforeEach(() => {
    writeFileSync(path.join(folder, 'tsconfig.json'), PROJECTS);
  });

  test('has one line in the compiler’s list, even if a removed workspace has left its line', () => {
    newRemote(WANTED, folder, () => undefined);
    expect(list()).toBe(PROJECTS.replace('[\n', '[\n    { "path": "mfe-shop2" },\n'));
    rmSync(path.join(folder, 'mfe-shop2'), { recursive: true });
    newRemote(WANTED, folder, () => undefined);
    expect(list().match(/mfe-shop2/g)).toHaveLength(1);
  });

  test('leaves no files when npm cannot link it', () => {
    const failing = () => {
      throw new Error('no network');
    };
    expect(() => newRemote(WANTED, folder, failing)).toThrow('no network');
    expect(list()).toBe(PROJECTS);
    expect(existsSync(path.join(folder, 'mfe-shop2'))).toBe(false);
  });
});

describe('the command', () => {
  const run = jest.fn();
  const made = createCommand('Makes a remote.', run);

  test('needs a name and a section; the section is placed last by default', async () => {
    const [name, section] = ['shop2', 'Offers'];
    await made.prepare([name, '--section', section, '--after', 'team'])();
    expect(run).toHaveBeenLastCalledWith({ name, section, after: 'team' });
    await made.prepare([name, '--section', section])();
    expect(run).toHaveBeenLastCalledWith({ name, section, after: 'contact' });
  });

  test('rejects invalid arguments with one line and the rule for each', () => {
    expect(made.prepare(['Careers', '--section', 'openings', '--after', 'prices'])).toThrow(
      /^“Careers” is not a valid name of a remote: it has to be two to thirty small .*\n“openings” is not a valid name of a section \(--section\): it has to be up to forty .*\n“prices” is not a section of the page \(--after\): choose one of hero, about/,
    );
    expect(made.prepare(['careers'])).toThrow('“” is not a valid name of a section');
    expect(() => made.prepare([])).toThrow('NAME is missing');
    expect(() => made.prepare(['careers', 'more'])).toThrow("Unexpected argument 'more'");
  });
});
