import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { repositoryRoot } from '../environment/repository';

const NOWHERE = ['@vidlunnia/mfe-blog', '@vidlunnia/shell', '@vidlunnia/api', '@vidlunnia/remote-kit/build'];
/** What the shell alone has: a remote renders plain links and is handed its API. */
const FROM_SHELL = ['axios', 'axios/unsafe/core', 'react-router', 'react-router-dom', 'react-router/dom'];
const REJECTED: Readonly<Record<string, readonly string[]>> = {
  'mfe-home/src/hero/hero.tsx': [
    ...NOWHERE,
    ...FROM_SHELL,
    '@vidlunnia/mfe-blog/src/post',
    '../../../mfe-blog/src/post',
    '../../../shared/ui',
    '../../../shell/src/site',
    '@vidlunnia/operating',
    '@vidlunnia/scripts',
  ],
  'mfe-forms/src/exposes.ts': [...NOWHERE, '@vidlunnia/mfe-home', '../../mfe-home/src/exposes'],
  'shell/src/client.tsx': [
    ...NOWHERE,
    '@vidlunnia/mfe-home',
    '../../mfe-home/src/exposes',
    '@vidlunnia/operating',
    '@vidlunnia/remote-kit/environment/topology',
  ],
  'shell/src/islands/island.tsx': [...NOWHERE, '../app/app', '../rendering/page-renderer', '../header'],
  'shell/src/pages/pages.ts': ['../islands/island', '../remotes/release-set'],
  'shell/server/main.ts': [...NOWHERE, '@vidlunnia/mfe-home', '@vidlunnia/ui', '@vidlunnia/http'],
  'api/src/main.ts': [...NOWHERE, '@vidlunnia/ui', '@vidlunnia/http', '../../shell/src/site'],
  'e2e/support/test.ts': [...NOWHERE, '@vidlunnia/mfe-home', '../../shell/src/site', '@vidlunnia/ui'],
  'bench/main.ts': ['@vidlunnia/api', '@vidlunnia/ui', '../shell/src/site'],
  'shared/contracts/api.ts': [...NOWHERE, '@vidlunnia/http', '../http', '../../shell/src/site'],
  'shared/operating/requests.ts': [...NOWHERE, '@vidlunnia/contracts', '../http'],
  'shared/http/api-client.ts': [...NOWHERE, '@vidlunnia/ui', '../contracts', '../../api/src/app'],
  'shared/ui/button/button.tsx': [...NOWHERE, '../../contracts', '../../../shell/src/site'],
  'scripts/start.ts': [...NOWHERE.slice(0, 3), '../remote-kit/process/say', '../shell/server/app'],
  'remote-kit/process/child.ts': [...NOWHERE, '../environment/topology', '../../scripts/ports'],
  'remote-kit/environment/topology.ts': ['../build', '../release/keys', '@vidlunnia/ui'],
  'remote-kit/build/webpack/rules.ts': ['../../release/keys', '../../../shared/ui'],
  'remote-kit/release/release.ts': ['../commands/cli', '../../deploy/trial/project', '@vidlunnia/scripts'],
  'deploy/trial/project.ts': [...NOWHERE, '@vidlunnia/ui', '../../api/src/app', '../../scripts/ports'],
};
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  'mfe-home/src/hero/hero.tsx': [
    'react',
    './hero.module.css',
    '../copy',
    '@vidlunnia/contracts',
    '@vidlunnia/http',
    '@vidlunnia/ui',
  ],
  'mfe-home/src/hero/hero.test.tsx': ['@vidlunnia/http/testing'],
  'mfe-home/webpack.config.ts': ['@vidlunnia/remote-kit/build'],
  'shared/http/api-client.ts': ['axios', '@vidlunnia/contracts', './errors'],
  'shared/ui/button/button.tsx': ['react', '../class-names/class-names', './button-look'],
  'scripts/start.ts': ['@vidlunnia/remote-kit/release/publish', '@vidlunnia/contracts', './ports'],
  'remote-kit/environment/folder.ts': ['@vidlunnia/contracts', '../process/errors', './topology'],
  'remote-kit/build/webpack/rules.ts': ['../../environment/repository', '@vidlunnia/contracts', './build'],
  'remote-kit/release/release.ts': ['../build/source-version', '../process/say', './testing/sample-release'],
  'deploy/trial/main.ts': [
    '@vidlunnia/scripts/stack',
    '@vidlunnia/remote-kit/environment/topology',
    './project',
  ],
  'shell/src/client.tsx': [
    'axios',
    'react-router-dom',
    '@vidlunnia/contracts',
    '@vidlunnia/operating/single-flight',
    '@vidlunnia/ui/global.css',
  ],
  'shell/src/islands/island.tsx': ['../pages/page-table', '../site', '../remotes/load-plans', './attempt'],
  'shell/src/app/app.tsx': ['../islands/island', '../header', 'react-router-dom'],
  'shell/server/main.ts': [
    '@vidlunnia/contracts/release',
    '@vidlunnia/operating',
    '@vidlunnia/remote-kit/environment/topology',
    '../src/pages/pages',
  ],
  'api/src/main.ts': ['@vidlunnia/contracts/schemas', '@vidlunnia/operating', 'fastify'],
  'e2e/support/test.ts': [
    '@vidlunnia/contracts',
    '@vidlunnia/remote-kit/environment/topology',
    '@vidlunnia/scripts/stack',
  ],
  'bench/main.ts': [
    '@vidlunnia/api/src/app',
    '@vidlunnia/shell/server/app',
    '@vidlunnia/mfe-home/src/exposes',
    '@vidlunnia/remote-kit/build',
  ],
};

/** Mistakes, one of each kind that reviews are spared; `.tsx` where it is one of React or of accessibility. */
const MISTAKES: readonly (readonly [rule: string, code: string])[] = [
  ['typescript(no-floating-promises)', `declare const work: () => Promise<void>; work();`],
  [
    'typescript(no-misused-promises)',
    `declare const call: (back: () => void) => void; call(async () => fetch('/'));`,
  ],
  ['typescript(await-thenable)', `await 1;`],
  ['typescript(require-await)', `export async function work() { return 1; }`],
  [
    'typescript(return-await)',
    `export async function work() { try { return fetch('/'); } catch { return null; } }`,
  ],
  ['typescript(only-throw-error)', `throw 'words';`],
  ['typescript(no-explicit-any)', `export const value: any = 1;`],
  ['typescript(no-unsafe-assignment)', `export const value: string = JSON.parse('1');`],
  ['typescript(no-unsafe-argument)', `declare const take: (text: string) => void; take(JSON.parse('1'));`],
  ['typescript(no-unsafe-member-access)', `export const size = JSON.parse('1').size as number;`],
  ['typescript(no-unsafe-call)', `JSON.parse('1')();`],
  ['typescript(no-unsafe-return)', `export const read = (text: string): string => JSON.parse(text);`],
  [
    'typescript(no-non-null-assertion)',
    `declare const text: string | null; export const size = text!.length;`,
  ],
  ['typescript(no-unnecessary-condition)', `export const read = (text: string) => text ?? 'none';`],
  ['typescript(no-unnecessary-type-assertion)', `export const read = (text: string) => text as string;`],
  [
    'typescript(no-unnecessary-type-parameters)',
    `export const read = <T>(text: string): T => JSON.parse(text) as T;`,
  ],
  ['typescript(prefer-nullish-coalescing)', `export const read = (text: string | null) => text || 'none';`],
  ['typescript(prefer-optional-chain)', `export const read = (a: { b: string } | null) => a && a.b;`],
  ['typescript(restrict-template-expressions)', 'export const say = (count: number) => `${count} left`;'],
  ['typescript(restrict-plus-operands)', `export const say = (count: number) => count + ' left';`],
  [
    'typescript(no-confusing-void-expression)',
    `declare const work: () => void; export const result = work();`,
  ],
  ['typescript(no-deprecated)', `/** @deprecated */ declare const old: () => void; old();`],
  ['typescript(unbound-method)', `declare const list: { a(): void }; export const { a } = list;`],
  [
    'typescript(consistent-type-imports)',
    `import { Thing } from './thing'; export const things: Thing[] = [];`,
  ],
  ['typescript(consistent-type-definitions)', `export type Thing = { readonly name: string };`],
  ['typescript(array-type)', `export const things: Array<string> = [];`],
  ['typescript(no-require-imports)', `import things = require('./thing'); export default things;`],
  ['typescript(ban-ts-comment)', `// @ts-expect-error\nexport const value: string = 1;`],
  ['typescript(no-empty-object-type)', `export type Nothing = {};`],
  ['eslint(no-unused-vars)', `import { thing } from './thing';`],
  ['eslint(prefer-const)', `let value = 1; export const other = value;`],
  ['eslint(eqeqeq)', `export const same = (a: string | number) => a == 1;`],
  ['eslint(no-console)', `console.log('here');`],
  ['eslint(no-empty-function)', `export function nothing() {}`],
  ['vidlunnia(no-export-all)', `export * from './thing';`],
  ['vidlunnia(no-import-of-parts)', `await import('@vidlunnia/mfe-blog');`],
  ['react-hooks(rules-of-hooks)', `if (window.name) useState(1);`],
  [
    'react-hooks(exhaustive-deps)',
    `export function Part({ name }: Props) { useEffect(() => { show(name); }, []); return null; }`,
  ],
  [
    'react(set-state-in-effect)',
    `export function Part() { const [, set] = useState(0); useEffect(() => { set(1); }, []); return null; }`,
  ],
  ['react(refs)', `export function Part() { const ref = useRef(0); return <p>{ref.current}</p>; }`],
  ['jsx-a11y(alt-text)', `export const part = <img src="/picture.webp" />;`],
  ['jsx-a11y(click-events-have-key-events)', `export const part = <div onClick={open}>Open</div>;`],
  ['jsx-a11y(label-has-associated-control)', `export const part = <label>Name</label>;`],
  ['jsx-a11y(aria-props)', `export const part = <p aria-labeledby="name">Name</p>;`],
  // A comment that silences nothing has no rule.
  ['', `// oxlint-disable-next-line eqeqeq -- nothing is compared here\nexport const value = 1;`],
];
const REACT = `import { useEffect, useRef, useState } from 'react';\n`;
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
