import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { repositoryRoot } from '../environment/repository';

/** One import of each kind that a folder may not have. */
const REJECTED: Readonly<Record<string, readonly string[]>> = {
  'mfe-home/src/hero/hero.tsx': [
    '@vidlunnia/mfe-blog',
    '@vidlunnia/mfe-blog/src/post',
    '@vidlunnia/shell',
    '@vidlunnia/remote-kit/build',
    '../../../mfe-blog/src/post',
    '../../../shared/ui',
    // What the shell alone has: a remote renders plain links and is handed its API.
    'axios/unsafe/core',
    'react-router-dom',
  ],
  'shell/src/islands/island.tsx': ['@vidlunnia/mfe-home', '../../mfe-home/src/exposes', '../app/app'],
  'shell/server/main.ts': ['@vidlunnia/api', '@vidlunnia/ui'],
  'api/src/main.ts': ['@vidlunnia/http', '../../shell/src/site'],
  'e2e/support/test.ts': ['@vidlunnia/mfe-home', '../../shell/src/site'],
  'bench/main.ts': ['@vidlunnia/ui', '../shell/src/site'],
  'shared/contracts/api.ts': ['@vidlunnia/http', '../http'],
  'scripts/start.ts': ['@vidlunnia/shell', '../remote-kit/process/say'],
  'remote-kit/build/webpack/rules.ts': ['../../release/keys', '../../../shared/ui', '@vidlunnia/scripts'],
  'deploy/trial/project.ts': ['@vidlunnia/ui', '../../scripts/ports'],
};
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  'mfe-home/src/hero/hero.tsx': ['react', './hero.module.css', '../copy', '@vidlunnia/contracts'],
  'mfe-home/src/hero/hero.test.tsx': ['@vidlunnia/http/testing'],
  'mfe-home/webpack.config.ts': ['@vidlunnia/remote-kit/build'],
  'shared/http/api-client.ts': ['axios', '@vidlunnia/contracts', './errors'],
  'remote-kit/build/webpack/rules.ts': ['../../environment/repository', '@vidlunnia/contracts', './build'],
  'remote-kit/release/release.ts': ['./testing/sample-release'],
  'shell/src/islands/island.tsx': ['../pages/page-table', '../remotes/remote-loader', '@vidlunnia/http'],
  'shell/src/app/app.tsx': ['../islands/island', 'react-router-dom'],
  'shell/server/main.ts': ['@vidlunnia/operating', '../src/pages/pages'],
  'bench/main.ts': ['@vidlunnia/api/src/app', '@vidlunnia/mfe-home/src/exposes'],
};

/** Mistakes, one of each kind that reviews are spared; `.tsx` where it is one of React or of accessibility. */
const MISTAKES: readonly (readonly [rule: string, code: string])[] = [
  ['typescript(no-floating-promises)', `declare const work: () => Promise<void>; work();`],
  ['typescript(no-explicit-any)', `export const value: any = 1;`],
  ['typescript(no-unsafe-assignment)', `export const value: string = JSON.parse('1');`],
  ['typescript(no-unnecessary-condition)', `export const read = (text: string) => text ?? 'none';`],
  ['eslint(no-unused-vars)', `import { thing } from './thing';`],
  ['eslint(no-console)', `console.log('here');`],
  ['vidlunnia(no-export-all)', `export * from './thing';`],
  ['vidlunnia(no-import-of-parts)', `await import('@vidlunnia/mfe-blog');`],
  ['react-hooks(rules-of-hooks)', `if (window.name) useState(1);`],
  ['react(refs)', `export function Part() { const ref = useRef(0); return <p>{ref.current}</p>; }`],
  ['jsx-a11y(alt-text)', `export const part = <img src="/picture.webp" />;`],
  // A comment that silences nothing has no rule.
  ['', `// oxlint-disable-next-line eqeqeq -- nothing is compared here\nexport const value = 1;`],
];
const REACT = `import { useRef, useState } from 'react';\n`;
const ofMistake = (rule: string, index: number) =>
  `shell/src/site/mistake-${String(index)}.${/react|jsx/.test(rule) ? 'tsx' : 'ts'}`;

const STATEMENTS = (source: string, index: number) => [
  `import '${source}';`,
  `import { thing as thing${String(index)} } from '${source}';`,
  `import { type Thing as Thing${String(index)} } from '${source}';`,
  `export { thing as given${String(index)} } from '${source}';`,
];

/** What oxlint reports with the repository's own configuration, in a tree of the same folders: `file:line rule`. */
let findings: readonly string[] = [];
let tree = '';

const allowed = (file: string) => file.replace(/(\.test)?\.\w+$/, '-allowed$&');

beforeAll(() => {
  tree = mkdtempSync(path.join(tmpdir(), 'rules-'));
  for (const file of ['oxlint.config.mjs', 'oxlint-rules.mjs', 'package.json'])
    cpSync(path.join(repositoryRoot, file), path.join(tree, file));
  put(
    'tsconfig.json',
    '{ "compilerOptions": { "strict": true, "jsx": "preserve", "module": "esnext", "types": [] } }',
  );
  const tools = 'scripts/tools/node_modules';
  mkdirSync(path.join(tree, path.dirname(tools)), { recursive: true });
  symlinkSync(path.join(repositoryRoot, tools), path.join(tree, tools), 'junction');
  for (const [file, sources] of Object.entries(REJECTED)) put(file, sources.flatMap(STATEMENTS).join('\n'));
  for (const [file, sources] of Object.entries(ALLOWED))
    put(allowed(file), sources.flatMap(STATEMENTS).join('\n'));
  MISTAKES.forEach(([rule, code], index) => {
    put(ofMistake(rule, index), rule.startsWith('react') ? REACT + code : code);
  });
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(tree, tools, 'oxlint/bin/oxlint'), '--config=oxlint.config.mjs', '--format=json'],
    { cwd: tree, encoding: 'utf8', timeout: 60_000, maxBuffer: 2 ** 26 },
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

const rows = (table: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(table).flatMap(([file, sources]) =>
    sources.map((source, index) => [file, source, index] as const),
  );
/** Which of a source's statements are reported as imports that may not be. */
const reported = (file: string, index: number) =>
  [1, 2, 3, 4].filter((line) =>
    findings.includes(`${file}:${String(index * 4 + line)} eslint(no-restricted-imports)`),
  );

describe('rules of import', () => {
  test.each(rows(REJECTED))('%s may not import %s, in whatever form', (file, _source, index) => {
    expect(reported(file, index)).toEqual([1, 2, 3, 4]);
  });

  test.each(rows(ALLOWED))('%s may import %s', (file, _source, index) => {
    expect(reported(allowed(file), index)).toEqual([]);
  });
});

describe('mistakes', () => {
  test.each(MISTAKES.map(([rule, code], index) => [rule, code, index] as const))(
    '%s: %s',
    (rule, _code, index) => {
      const file = ofMistake(rule, index);
      const found = findings.filter((finding) => finding.startsWith(`${file}:`));
      expect(found.map((finding) => finding.slice(finding.indexOf(' ') + 1))).toContain(rule);
    },
  );
});
