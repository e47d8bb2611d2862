import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { repositoryRoot } from '@vidlunnia/settings/machine';
import { readTopology } from '@vidlunnia/settings/topology';

/** Imports of each kind that a folder must not have. `npm run lint` proves that the allowed ones pass. */
const REJECTED: Readonly<Record<string, readonly string[]>> = {
  'mfe-home/src/hero/hero.tsx': [
    '@vidlunnia/mfe-blog/src/post',
    '@vidlunnia/remote-kit/build',
    '../../../mfe-blog/src/post',
    '../../../shared/ui',
    // Only the shell may have these: a remote renders plain links and gets its API from the shell.
    'axios/unsafe/core',
    'react-router-dom',
  ],
  'mfe-home/src/hero/hero.test.tsx': ['@vidlunnia/remote-kit/build'],
  'api/test/serve.test.ts': ['@vidlunnia/remote-kit/process/run', '@vidlunnia/scripts'],
  'shell/src/islands/island.tsx': ['@vidlunnia/mfe-home', '../../mfe-home/src/exposes', '../app/app'],
  'shell/server/main.ts': ['@vidlunnia/api', '@vidlunnia/ui'],
  'api/src/main.ts': ['@vidlunnia/http', '../../shell/src/site'],
  'e2e/support/test.ts': ['@vidlunnia/mfe-home'],
  'bench/main.ts': ['@vidlunnia/ui', '../shell/src/site'],
  'shared/contracts/api.ts': ['@vidlunnia/http', '../http', 'node:path'],
  'scripts/stack.ts': ['@vidlunnia/shell', '../remote-kit/process/say'],
  'remote-kit/build/webpack/base-config.ts': [
    '../../release/keys',
    '../../../shared/ui',
    '@vidlunnia/scripts',
  ],
  'deploy/trial/project.ts': ['@vidlunnia/ui'],
};
/** Our own rules, and two of oxlint's that prove that it knows types and React. */
const MISTAKES: Readonly<Record<string, readonly [code: string, rule: string]>> = {
  'shell/src/site/a.ts': [`export * from './thing';`, 'vidlunnia(no-export-all)'],
  'shell/src/site/b.ts': [`await import('@vidlunnia/mfe-blog');`, 'vidlunnia(no-import-of-parts)'],
  'shell/src/site/c.ts': [`Promise.resolve();`, 'typescript(no-floating-promises)'],
  'shell/src/site/d.tsx': [
    `import { useState } from 'react'; if (window.name) useState(1);`,
    'react-hooks(rules-of-hooks)',
  ],
};

const TOOLS = 'tools/node_modules';
/** `file:line rule` for all findings of oxlint in a tree with the same folders. */
let findings: readonly string[] = [];
let tree = '';

beforeAll(() => {
  tree = mkdtempSync(path.join(tmpdir(), 'rules-'));
  for (const file of ['oxlint.config.mjs', 'oxlint-rules.mjs', 'package.json'])
    cpSync(path.join(repositoryRoot(), file), path.join(tree, file));
  put('tsconfig.json', '{ "compilerOptions": { "strict": true, "jsx": "preserve", "module": "esnext" } }');
  mkdirSync(path.join(tree, path.dirname(TOOLS)), { recursive: true });
  symlinkSync(path.join(repositoryRoot(), TOOLS), path.join(tree, TOOLS), 'junction');
  for (const [file, sources] of Object.entries(REJECTED))
    put(file, sources.map((source) => `import '${source}';`).join('\n'));
  for (const [file, [code]] of Object.entries(MISTAKES)) put(file, code);
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(tree, TOOLS, 'oxlint/bin/oxlint'), '--config=oxlint.config.mjs', '--format=json'],
    { cwd: tree, encoding: 'utf8', timeout: 60_000 },
  );
  if (!stdout.startsWith('{')) throw new Error(stdout + stderr);
  const { diagnostics } = JSON.parse(stdout) as Report;
  findings = diagnostics.map(
    ({ filename, code = '', labels }) => `${filename}:${String(labels[0]?.span.line)} ${code}`,
  );
}, 60_000);

afterAll(() => {
  rmSync(tree, { recursive: true, force: true });
});

interface Report {
  readonly diagnostics: readonly {
    readonly filename: string;
    readonly code?: string;
    readonly labels: readonly { readonly span: { readonly line: number } }[];
  }[];
}

function put(file: string, text: string) {
  mkdirSync(path.dirname(path.join(tree, file)), { recursive: true });
  writeFileSync(path.join(tree, file), text);
}

test.each(Object.entries(REJECTED))('%s may not import %j', (file, sources) => {
  const lines = sources.map((_, index) => `${file}:${String(index + 1)} eslint(no-restricted-imports)`);
  expect(findings).toEqual(expect.arrayContaining(lines));
});

test('no package of the site depends on the platform; remotes have its commands for development', () => {
  const { workspaces } = readTopology(repositoryRoot());
  const shared = readdirSync(path.join(repositoryRoot(), 'shared')).map((name) => `shared/${name}`);
  const dependent = ['shell', 'api', ...shared, ...workspaces.map(({ folder }) => folder)].filter(
    (folder) => {
      const manifest = readFileSync(path.join(repositoryRoot(), folder, 'package.json'), 'utf8');
      const { dependencies, devDependencies } = JSON.parse(manifest) as Record<string, object | undefined>;
      const names = Object.keys({ ...dependencies, ...(!folder.startsWith('mfe-') && devDependencies) });
      return names.some((name) => /remote-kit|scripts/.test(name));
    },
  );
  expect(dependent).toEqual([]);
});

test.each(Object.entries(MISTAKES))('in %s a mistake is found: %s', (file, [, rule]) => {
  expect(findings).toContain(`${file}:1 ${rule}`);
});
