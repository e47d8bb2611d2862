import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { repositoryRoot } from './repository';

/** Real ESLint with the repository's own configuration, which Jest cannot load: of its rules only the boundary. */
const LINT = `
  import { ESLint } from 'eslint';
  const cases = JSON.parse(process.argv[1]);
  const eslint = new ESLint({
    ruleFilter: ({ ruleId }) => ruleId === 'no-restricted-imports',
    overrideConfig: { files: ['**/*.{ts,tsx}'], languageOptions: { parserOptions: { projectService: false } } },
  });
  const results = await Promise.all(
    cases.map(async ([filePath, code]) => (await eslint.lintText(code, { filePath })).flatMap(({ messages }) => messages)),
  );
  process.stdout.write(JSON.stringify(results.map((messages) => messages.map(({ ruleId, fatal }) => (fatal ? 'fatal' : ruleId)))));
`;

const NOWHERE = ['@vidlunnia/mfe-blog', '@vidlunnia/shell', '@vidlunnia/api', '@vidlunnia/shared/build'];
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  'mfe-home/src/hero/hero.tsx': [
    ...NOWHERE,
    '@vidlunnia/mfe-blog/src/post',
    '../../../mfe-blog/src/post',
    '../../../shared/ui',
    '../../../shared/contracts/modules',
    '../../../shell/src/site',
    '../../../api/src/app',
    '@vidlunnia/shared/topology',
    '@vidlunnia/shared/environment',
    '@vidlunnia/shared/testing',
    '@vidlunnia/shared',
  ],
  'mfe-blog/src/post/post.tsx': [...NOWHERE, '@vidlunnia/mfe-home', '../../../mfe-forms/src/exposes'],
  'mfe-forms/src/exposes.ts': [...NOWHERE, '@vidlunnia/mfe-home', '../../mfe-home/src/exposes'],
  'shell/src/client.tsx': [
    ...NOWHERE,
    '@vidlunnia/mfe-home',
    '../../mfe-home/src/exposes',
    '@vidlunnia/shared/topology',
  ],
  'shell/server/main.ts': [
    ...NOWHERE,
    '@vidlunnia/mfe-home',
    '@vidlunnia/shared/ui',
    '@vidlunnia/shared/http',
  ],
  'api/src/main.ts': [...NOWHERE, '@vidlunnia/shared/ui', '@vidlunnia/shared/http', '../../shell/src/site'],
  'e2e/support/test.ts': [...NOWHERE, '@vidlunnia/mfe-home', '../../shell/src/site', '@vidlunnia/shared/ui'],
};
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  'mfe-home/src/hero/hero.tsx': [
    'react',
    './hero.module.css',
    '../copy',
    '@vidlunnia/shared/contracts',
    '@vidlunnia/shared/http',
    '@vidlunnia/shared/ui',
  ],
  'mfe-home/src/hero/hero.test.tsx': ['@vidlunnia/shared/testing'],
  'mfe-home/webpack.config.ts': ['@vidlunnia/shared/build'],
  'shell/src/client.tsx': [
    '@vidlunnia/shared/contracts',
    '@vidlunnia/shared/http',
    '@vidlunnia/shared/ui/global.css',
  ],
  'shell/server/main.ts': [
    '@vidlunnia/shared/contracts/release',
    '@vidlunnia/shared/topology',
    '../src/pages/pages',
  ],
  'api/src/main.ts': ['@vidlunnia/shared/contracts', '@vidlunnia/shared/contracts/schemas', 'fastify'],
  'e2e/support/test.ts': [
    '@vidlunnia/shared/contracts',
    '@vidlunnia/shared/topology',
    '@vidlunnia/shared/stack',
  ],
};

/** What the architecture forbids and the rules do not find yet. */
const GAPS: readonly (readonly [file: string, code: string])[] = [
  ['mfe-home/src/hero/hero.tsx', `await import('@vidlunnia/mfe-blog');`],
  ['mfe-home/src/hero/hero.tsx', `import axios from 'axios';`],
  ['mfe-home/src/hero/hero.tsx', `import { Link } from 'react-router-dom';`],
  ['shared/ui/index.ts', `import '@vidlunnia/mfe-blog';`],
  ['shared/ui/index.ts', `import '../../shell/src/site';`],
  ['shared/contracts/api.ts', `import '../build/topology';`],
];

const STATEMENTS = (source: string) => [
  `import '${source}';`,
  `import { thing } from '${source}';`,
  `import type { Thing } from '${source}';`,
  `export { thing } from '${source}';`,
];
const pairs = (table: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(table).flatMap(([file, sources]) => sources.map((source) => [file, source] as const));
const cases = [...pairs(REFUSED), ...pairs(ALLOWED)]
  .flatMap(([file, source]) => STATEMENTS(source).map((code) => [file, code] as const))
  .concat(GAPS);

const found = new Map<string, unknown>();
const findings = (file: string, source: string) =>
  STATEMENTS(source).map((code) => found.get(`${file}\n${code}`));

beforeAll(() => {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', LINT, JSON.stringify(cases)],
    { cwd: repositoryRoot, encoding: 'utf8', timeout: 60_000 },
  );
  if (stdout === '') throw new Error(stderr);
  const results: unknown = JSON.parse(stdout);
  if (!Array.isArray(results)) throw new Error(stdout);
  cases.forEach(([file, code], index) => found.set(`${file}\n${code}`, results[index]));
}, 60_000);

describe('rules of import', () => {
  test.each(pairs(REFUSED))('%s may not import %s, in whatever form', (file, source) => {
    expect(findings(file, source)).toEqual(STATEMENTS(source).map(() => ['no-restricted-imports']));
  });

  test.each(pairs(ALLOWED))('%s may import %s', (file, source) => {
    expect(findings(file, source)).toEqual(STATEMENTS(source).map(() => []));
  });

  test.failing.each(GAPS)('%s may not say %s', (file, code) => {
    expect(found.get(`${file}\n${code}`)).toEqual(['no-restricted-imports']);
  });
});
