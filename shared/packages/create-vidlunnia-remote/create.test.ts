import { describe, expect, test } from '@jest/globals';
import ts from 'typescript';
import { filesOf, parse } from './create';

const files = filesOf({ name: 'careers', section: 'JobOffers', after: 'vacancies' });

test('a repository has what builds, tests, checks and releases it', () => {
  expect(Object.keys(files).sort()).toEqual([
    '.github/workflows/check.yml',
    '.github/workflows/release.yml',
    '.gitignore',
    '.npmrc',
    'README.md',
    'package.json',
    'src/exposes.test.tsx',
    'src/exposes.ts',
    'src/job-offers/index.ts',
    'src/job-offers/job-offers.module.css',
    'src/job-offers/job-offers.test.tsx',
    'src/job-offers/job-offers.tsx',
    'src/job-offers/load.ts',
    'src/testing/samples.ts',
    'tsconfig.json',
    'webpack.config.ts',
  ]);
});

test.each(Object.entries(files))('%s has no gap left', (file, text) => {
  // Versions are filled in when the package is made; GitHub has its own.
  expect(text.replaceAll(/\{\{version:[^}]+\}\}|\$\{\{[^}]+\}\}/g, '')).not.toContain('{{');
  expect(file).not.toContain('section');
});

test('its sources are TypeScript without a mistake of grammar', () => {
  for (const [file, text] of Object.entries(files).filter(([name]) => /\.tsx?$/.test(name))) {
    const { diagnostics = [] } = ts.transpileModule(text, {
      fileName: file,
      reportDiagnostics: true,
      compilerOptions: { jsx: ts.JsxEmit.ReactJSX, verbatimModuleSyntax: true, module: ts.ModuleKind.ESNext },
    });
    expect(diagnostics.map(({ messageText }) => messageText)).toEqual([]);
  }
});

test('the section imports its own style sheet and bears the id that the site gives it', () => {
  expect(files['src/exposes.ts']).toContain("import * as JobOffers from './job-offers';");
  expect(files['src/job-offers/job-offers.tsx']).toContain("from './job-offers.module.css'");
  expect(files['src/job-offers/job-offers.tsx']).toContain('<section id={id}');
  expect(files['src/job-offers/job-offers.module.css']).toContain('.jobOffers {');
  expect(files['src/testing/samples.ts']).toContain("id: 'zone-careers-joboffers'");
});

test('its package names the remote, and its development server the place', () => {
  const manifest = JSON.parse(files['package.json'] ?? '') as object;
  expect(manifest).toHaveProperty('name', 'mfe-careers');
  expect(manifest).toHaveProperty('vidlunnia', { remote: 'careers' });
  expect(manifest).toHaveProperty('scripts.dev', 'vidlunnia-remote dev --after vacancies');
});

describe('what is asked for', () => {
  test('is a remote’s name, a section, and its place', () => {
    expect(parse(['shop2', '--section', 'Openings', '--after', 'team'])).toEqual({
      name: 'shop2',
      section: 'Openings',
      after: 'team',
    });
  });

  test.each([
    [
      [],
      '“” is no name of a remote: it has to be two to thirty small Latin letters and digits, a letter first. npm create vidlunnia-remote',
    ],
    [['Careers', '--section', 'A'], '“Careers” is no name of a remote'],
    [['careers'], '“” is no name of a section: it has to be up to forty'],
    [['careers', '--section', 'openings'], '“openings” is no name of a section'],
  ])('is rejected, with what it has to be: %j', (args, message) => {
    expect(() => parse(args)).toThrow(message);
  });
});
