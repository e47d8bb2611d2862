import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { repositoryRoot } from '../../environment/repository';
import { remoteList } from '../../environment/topology';
import { Draft } from './draft';
import { keysOf } from './edit-members';
import { PAGE_TABLE, rowsOf } from './page-table';
import { addRemote, removeRemote } from './remote';
import { addSection, addToRemote, MODULES, SECTIONS } from './section';

const SECTION = {
  remote: 'trial',
  section: 'OpenDays',
  element: 'open-days',
  after: 'vacancies',
  label: 'Дні',
};
const REMOTE = { ...SECTION, port: 3099, bundled: true };
const ALL = [...remoteList, { name: REMOTE.remote, port: REMOTE.port }];

const filesOf = (draft: Draft) => draft.changes().map(([file]) => file);

describe('a new remote, in the real sources', () => {
  const draft = new Draft(repositoryRoot);
  addRemote(draft, REMOTE, remoteList);

  test('has the shape of the others', () => {
    const own = filesOf(draft).filter((file) => file.startsWith('mfe-trial/'));
    expect(own.sort()).toEqual([
      'mfe-trial/package.json',
      'mfe-trial/src/exposes.test.tsx',
      'mfe-trial/src/exposes.ts',
      'mfe-trial/src/open-days/copy.ts',
      'mfe-trial/src/open-days/index.ts',
      'mfe-trial/src/open-days/open-days.module.css',
      'mfe-trial/src/open-days/open-days.test.tsx',
      'mfe-trial/src/open-days/open-days.tsx',
      'mfe-trial/tsconfig.json',
      'mfe-trial/webpack.config.ts',
    ]);
    expect(draft.read('mfe-trial/webpack.config.ts')).toContain("remoteConfig('trial')");
    for (const file of own) expect(draft.read(file)).not.toMatch(/\{\{|\bhome\b/);
  });

  test('stands behind the section that was named, and all that stands in that', () => {
    const ids = rowsOf(draft.read(PAGE_TABLE.file)).map(({ id }) => id);
    expect(ids[ids.indexOf('trial/OpenDays') - 1]).toBe('forms/ApplicationForm');
    const sections = keysOf({ ...SECTIONS, text: draft.read(SECTIONS.file) });
    expect(sections[sections.indexOf('open-days') - 1]).toBe('vacancies');
  });

  test('is gone when it is removed, with a section that came later', () => {
    const later = { ...SECTION, section: 'Prices', element: 'prices', bundled: true };
    addSection(draft, later);
    addToRemote(draft, later);
    expect(keysOf({ ...MODULES, text: draft.read(MODULES.file) })).toContain('trial/Prices');
    const own = filesOf(draft).filter((file) => file.startsWith('mfe-trial/'));
    removeRemote(draft, 'trial', ALL, own);
    expect(filesOf(draft)).toEqual([]);
  });

  test('is not removed while another remote stands in it', () => {
    const held = new Draft(repositoryRoot);
    addRemote(held, REMOTE, remoteList);
    held.change(PAGE_TABLE.file, (text) =>
      text.replace("within: 'home/Contact'", "within: 'trial/OpenDays'"),
    );
    expect(() => {
      removeRemote(held, 'trial', ALL, []);
    }).toThrow('forms/ContactForm stand in sections of trial: move them first');
  });
});

test.each(remoteList)('a new section of $folder has its line in all that lists it', ({ name, bundled }) => {
  const draft = new Draft(repositoryRoot);
  const section = { ...SECTION, remote: name, bundled };
  addSection(draft, section);
  addToRemote(draft, section);
  expect(draft.read(`mfe-${name}/src/exposes.ts`)).toContain("import * as OpenDays from './open-days';");
  expect(
    keysOf({ file: 'exposes.ts', text: draft.read(`mfe-${name}/src/exposes.ts`), of: 'exposes' }),
  ).toContain('OpenDays');
  expect(draft.read(`stories/src/states/${name}.tsx`)).toContain(`'${name}/OpenDays': { usual:`);
});

describe('what is written', () => {
  let root = '';
  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'draft-'));
    writeFileSync(path.join(root, 'a.txt'), 'before');
  });
  afterEach(() => {
    rmSync(root, { recursive: true });
  });
  const asIs = (_file: string, text: string) => Promise.resolve(text);
  const drafted = () => {
    const draft = new Draft(root);
    draft.change('a.txt', () => 'after');
    draft.add('new/folder/b.txt', 'b');
    return draft;
  };

  test('is all there in the end', async () => {
    expect(await drafted().write(asIs)).toEqual(['a.txt', 'new/folder/b.txt']);
    expect(readFileSync(path.join(root, 'a.txt'), 'utf8')).toBe('after');
    expect(readFileSync(path.join(root, 'new/folder/b.txt'), 'utf8')).toBe('b');
  });

  test.each([
    ['the format of a file', () => Promise.reject(new Error('no form')), undefined, 'no form'],
    ['what follows', asIs, () => Promise.reject(new Error('no network')), 'no network'],
  ])('is taken back when %s fails', async (_what, format, settle, message) => {
    await expect(drafted().write(format, settle)).rejects.toThrow(message);
    expect(readdirSync(root)).toEqual(['a.txt']);
    expect(readFileSync(path.join(root, 'a.txt'), 'utf8')).toBe('before');
  });
});
