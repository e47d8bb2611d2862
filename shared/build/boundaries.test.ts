import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { repositoryRoot } from '../environment/repository';

/** Real ESLint with the repository's own configuration, which Jest cannot load: of its rules only the boundaries. */
const LINT = `
  import { ESLint } from 'eslint';
  const cases = JSON.parse(process.argv[1]);
  const eslint = new ESLint({
    ruleFilter: ({ ruleId }) => ruleId === 'no-restricted-imports' || ruleId === 'no-restricted-syntax',
    overrideConfig: { files: ['**/*.{ts,tsx}'], languageOptions: { parserOptions: { projectService: false } } },
  });
  const results = await Promise.all(
    cases.map(async ([filePath, code]) => (await eslint.lintText(code, { filePath })).flatMap(({ messages }) => messages)),
  );
  process.stdout.write(JSON.stringify(results.map((messages) => messages.map(({ ruleId, fatal }) => (fatal ? 'fatal' : ruleId)))));
`;

const NOWHERE = ['@vidlunnia/mfe-blog', '@vidlunnia/shell', '@vidlunnia/api', '@vidlunnia/shared/build'];
/** What the shell alone has: a remote renders plain links and is handed its API. */
const FROM_SHELL = ['axios', 'axios/unsafe/core', 'react-router', 'react-router-dom', 'react-router/dom'];
const REJECTED: Readonly<Record<string, readonly string[]>> = {
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
    ...FROM_SHELL,
  ],
  'mfe-blog/src/post/post.tsx': [
    ...NOWHERE,
    ...FROM_SHELL,
    '@vidlunnia/mfe-home',
    '../../../mfe-forms/src/exposes',
  ],
  'mfe-forms/src/exposes.ts': [
    ...NOWHERE,
    ...FROM_SHELL,
    '@vidlunnia/mfe-home',
    '../../mfe-home/src/exposes',
  ],
  'shell/src/client.tsx': [
    ...NOWHERE,
    '@vidlunnia/mfe-home',
    '../../mfe-home/src/exposes',
    '@vidlunnia/shared/topology',
  ],
  'shell/src/islands/island.tsx': [...NOWHERE, '../app/app', '../rendering/page-renderer', '../header'],
  'shell/src/pages/pages.ts': ['../islands/island', '../remotes/release-set', '@vidlunnia/shared/topology'],
  'shell/server/main.ts': [
    ...NOWHERE,
    '@vidlunnia/mfe-home',
    '@vidlunnia/shared/ui',
    '@vidlunnia/shared/http',
  ],
  'api/src/main.ts': [...NOWHERE, '@vidlunnia/shared/ui', '@vidlunnia/shared/http', '../../shell/src/site'],
  'e2e/support/test.ts': [...NOWHERE, '@vidlunnia/mfe-home', '../../shell/src/site', '@vidlunnia/shared/ui'],
  'bench/main.ts': ['@vidlunnia/api', '@vidlunnia/shared/ui', '@vidlunnia/shared', '../shell/src/site'],
  'shared/contracts/api.ts': [
    ...NOWHERE,
    '../environment/topology',
    '../http',
    '../ui',
    '../testing',
    '../../shell/src/site',
  ],
  'shared/operating/requests.ts': [...NOWHERE, '../environment/topology', '../release/keys', '../http'],
  'shared/http/api-client.ts': [...NOWHERE, '../environment/topology', '../ui', '../../api/src/app'],
  'shared/ui/index.ts': [
    ...NOWHERE,
    '../http',
    '../tasks',
    '../environment/topology',
    '../../shell/src/site',
  ],
  'shared/process/child.ts': [...NOWHERE, '../contracts', '../environment/topology', '../tasks/ports'],
  'shared/testing/setup.ts': [...NOWHERE, '../contracts', '../process/child'],
  'shared/environment/topology.ts': [...NOWHERE, '../build', '../release/keys', '../tasks/ports', '../ui'],
  'shared/build/cli.ts': [...NOWHERE, '../release/keys', '../tasks/ports', '../ui', '../../shell/server/app'],
  'shared/build/webpack/rules.ts': ['../../release/keys', '../../ui', '../../tasks/ports'],
  'shared/release/release.ts': [...NOWHERE, '../tasks/ports', '../deploy/trial/trial', '../testing'],
  'shared/tasks/start.ts': [...NOWHERE, '../deploy/trial/trial', '../testing', '../../shell/server/app'],
  'shared/tasks/dev/door.ts': ['../../deploy/trial/trial', '../../http'],
  'shared/deploy/make-secrets.ts': [...NOWHERE, '../testing', '../ui', '../../api/src/app'],
  'shared/ui/button/button.tsx': [...NOWHERE, '../../../shell/src/site'],
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
  'shared/http/api-client.ts': ['axios', '../contracts', './errors'],
  'shared/ui/button/button.tsx': ['react', '../class-names/class-names', './button-look', '../../contracts'],
  'shared/environment/folder.ts': ['../contracts', '../process/errors', './topology'],
  'shared/build/webpack/rules.ts': ['../../environment/repository', '../../contracts', './build'],
  'shared/release/release.ts': ['../build/source-version', '../process/say', './testing/sample-release'],
  'shared/release/testing/site-double.ts': ['../../testing'],
  'shared/tasks/dev/dev-remote.ts': ['../../release/publish', '../../build/build-remote', '../ports'],
  'shared/deploy/trial/trial.ts': ['../../tasks/results', './check'],
  'shell/src/client.tsx': [
    'axios',
    'react-router-dom',
    '@vidlunnia/shared/contracts',
    '@vidlunnia/shared/http',
    '@vidlunnia/shared/ui/global.css',
  ],
  'shell/src/islands/island.tsx': ['../pages/page-table', '../site', '../remotes/load-plans', './attempt'],
  'shell/src/app/app.tsx': ['../islands/island', '../header', 'react-router-dom'],
  'shell/server/main.ts': [
    '@vidlunnia/shared/contracts/release',
    '@vidlunnia/shared/operating',
    '@vidlunnia/shared/topology',
    '../src/pages/pages',
  ],
  'api/src/main.ts': [
    '@vidlunnia/shared/contracts',
    '@vidlunnia/shared/contracts/schemas',
    '@vidlunnia/shared/operating',
    'fastify',
  ],
  'e2e/support/test.ts': [
    '@vidlunnia/shared/contracts',
    '@vidlunnia/shared/topology',
    '@vidlunnia/shared/stack',
  ],
  'bench/main.ts': [
    '@vidlunnia/api/src/app',
    '@vidlunnia/shell/server/app',
    '@vidlunnia/mfe-home/src/exposes',
    '@vidlunnia/shared/build',
    '@vidlunnia/shared/contracts',
    '@vidlunnia/shared/stack',
    '@vidlunnia/shared/topology',
  ],
};

/** Statements of other forms, and which rule reports them. */
const REPORTED: readonly (readonly [file: string, code: string, rule: string])[] = [
  ['mfe-home/src/hero/hero.tsx', `await import('@vidlunnia/mfe-blog');`, 'no-restricted-syntax'],
  ['shared/ui/button/button.tsx', `import '../../http';`, 'no-restricted-imports'],
  ['shared/ui/button/button.tsx', `import '../../environment/topology';`, 'no-restricted-imports'],
];

const STATEMENTS = (source: string) => [
  `import '${source}';`,
  `import { thing } from '${source}';`,
  `import type { Thing } from '${source}';`,
  `export { thing } from '${source}';`,
];
const pairs = (table: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(table).flatMap(([file, sources]) => sources.map((source) => [file, source] as const));
const cases = [...pairs(REJECTED), ...pairs(ALLOWED)]
  .flatMap(([file, source]) => STATEMENTS(source).map((code) => [file, code] as const))
  .concat(REPORTED.map(([file, code]) => [file, code] as const));

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
  test.each(pairs(REJECTED))('%s may not import %s, in whatever form', (file, source) => {
    expect(findings(file, source)).toEqual(STATEMENTS(source).map(() => ['no-restricted-imports']));
  });

  test.each(pairs(ALLOWED))('%s may import %s', (file, source) => {
    expect(findings(file, source)).toEqual(STATEMENTS(source).map(() => []));
  });

  test.each(REPORTED)('%s may not say %s', (file, code, rule) => {
    expect(found.get(`${file}\n${code}`)).toEqual([rule]);
  });
});
