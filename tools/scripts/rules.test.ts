import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { temporaryFolder } from '@vidlunnia/settings/testing';
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
  'shell/src/islands/props.tsx': ['@vidlunnia/mfe-home', '../../mfe-home/src/exposes', '../frame/frame'],
  'platform/engine/page/main.tsx': ['@vidlunnia/contracts', '../../../shell/src/pages', '../browser/visit'],
  'shell/server/main.ts': ['@vidlunnia/api', '@vidlunnia/ui'],
  'api/src/main.ts': ['@vidlunnia/http', '../../shell/src/site'],
  'e2e/support/test.ts': ['@vidlunnia/mfe-home'],
  'tools/bench/main.ts': ['@vidlunnia/ui', '../../shell/src/site'],
  'shared/contracts/api.ts': ['@vidlunnia/http', '../http', 'node:path'],
  'tools/scripts/stack.ts': ['@vidlunnia/shell', '../../platform/remote-kit/process/say'],
  'platform/remote-kit/build/webpack/base-config.ts': [
    '../../release/keys',
    '../../../shared/ui',
    '@vidlunnia/scripts',
  ],
  'deploy/trial/project.ts': ['@vidlunnia/ui'],
};
/** Our own rules, and two of oxlint's that prove that it knows types and React. */
const MISTAKES: Readonly<Record<string, readonly [code: string, rule: string]>> = {
  'shell/src/texts/a.ts': [`export * from './thing';`, 'vidlunnia(no-export-all)'],
  'shell/src/texts/b.ts': [`await import('@vidlunnia/mfe-blog');`, 'vidlunnia(no-import-of-parts)'],
  'platform/engine/server/w.ts': [`export const text = 'Ні';`, 'vidlunnia(no-ukrainian)'],
  'shell/src/texts/c.ts': [`Promise.resolve();`, 'typescript(no-floating-promises)'],
  'shell/src/texts/d.tsx': [
    `import { useState } from 'react'; if (window.name) useState(1);`,
    'react-hooks(rules-of-hooks)',
  ],
};

/** `file:line rule` for all findings of oxlint in a tree with the same folders. */
let findings: readonly string[] = [];
beforeAll(() => {
  const tree = temporaryFolder();
  const put = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(tree, file)), { recursive: true });
    writeFileSync(path.join(tree, file), text);
  };
  for (const file of ['oxlint.config.mjs', 'tools/oxlint-rules.mjs', 'package.json'])
    cpSync(path.join(repositoryRoot(), file), path.join(tree, file));
  put('tsconfig.json', '{ "compilerOptions": { "strict": true, "jsx": "preserve", "module": "esnext" } }');
  const tools = path.join(repositoryRoot(), 'tools/node_modules');
  symlinkSync(tools, path.join(tree, 'tools/node_modules'), 'junction');
  for (const [file, sources] of Object.entries(REJECTED))
    put(file, sources.map((source) => `import '${source}';`).join('\n'));
  for (const [file, [code]] of Object.entries(MISTAKES)) put(file, code);
  const args = [`${tools}/oxlint/bin/oxlint`, '--config=oxlint.config.mjs', '--format=unix'];
  const options = { cwd: tree, encoding: 'utf8', timeout: 60_000 } as const;
  const { stdout, stderr } = spawnSync(process.execPath, args, options);
  findings = [...stdout.matchAll(/^([^:]+:\d+):.* \[Error\/(.+)\]$/gm)].map(
    ([, place = '', rule = '']) => `${place} ${rule}`,
  );
  if (findings.length === 0) throw new Error(stdout + stderr);
});

test.each(Object.entries(REJECTED))('%s may not import %j', (file, sources) => {
  const lines = sources.map((_, index) => `${file}:${String(index + 1)} eslint(no-restricted-imports)`);
  expect(findings).toEqual(expect.arrayContaining(lines));
});

test('no package of the site depends on the platform; remotes have its commands for development', () => {
  const { workspaces } = readTopology(repositoryRoot());
  const packages = ['shared', 'platform']
    .flatMap((group) => readdirSync(path.join(repositoryRoot(), group)).map((name) => `${group}/${name}`))
    .filter((folder) => !folder.includes('remote'));
  const dependsOnIt = (folder: string) => {
    const manifest = readFileSync(path.join(repositoryRoot(), folder, 'package.json'), 'utf8');
    const { dependencies, devDependencies } = JSON.parse(manifest) as Record<string, object | undefined>;
    const names = Object.keys({ ...dependencies, ...(!folder.startsWith('mfe-') && devDependencies) });
    return names.some((name) => /remote-kit|scripts/.test(name));
  };
  const site = ['shell', 'api', ...packages, ...workspaces.map(({ folder }) => folder)];
  expect(site.filter(dependsOnIt)).toEqual([]);
});

test.each(Object.entries(MISTAKES))('in %s a mistake is found: %s', (file, [, rule]) => {
  expect(findings).toContain(`${file}:1 ${rule}`);
});
