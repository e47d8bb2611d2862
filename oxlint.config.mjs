import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

// Run with `-c oxlint.config.mjs`: by itself oxlint finds TypeScript alone, which needs Node 22 as a configuration.
const { resolve } = createRequire(new URL('./tools/package.json', import.meta.url));
// tsgolint lives in tools, not in the root.
process.env.OXLINT_TSGOLINT_PATH ??= resolve(
  `@oxlint-tsgolint/${process.platform}-${process.arch}/tsgolint${process.platform === 'win32' ? '.exe' : ''}`,
);

const words = (text) => text.split(/\s+/);

const { workspaces } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8'));

/**
 * Of our packages, what each folder may import: these and nothing else (docs/decisions and the architecture). A part
 * meets another one at run time only.
 */
const surfaces = {
  'mfe-*/src': ['contracts', 'http', 'ui'],
  'shell/src': ['contracts', 'engine', 'http', 'content', 'ui'],
  'shell/server': ['contracts', 'engine', 'operating', 'content', 'settings'],
  'api/src': ['contracts', 'operating', 'content', 'settings', 'releases'],
  e2e: ['content', 'contracts', 'settings', 'releases', 'remote-kit', 'scripts'],
  deploy: ['content', 'contracts', 'settings', 'releases', 'scripts'],
  'shared/contracts': [],
  'shared/http': ['contracts'],
  'platform/engine': ['operating', 'releases', 'settings'],
  'platform/operating': [],
  'shared/content': ['contracts', 'releases', 'settings'],
  'platform/settings': [],
  'platform/releases': ['settings'],
  'shared/ui': [],
  'tools/scripts': [
    'api/previews',
    'api/src',
    'api/test/support',
    'content',
    'contracts',
    'settings',
    'releases',
    'remote-kit',
  ],
  'platform/create-vidlunnia-remote': ['settings', 'remote-kit'],
};

/** The bench makes one program of all that visitors get, to compare with, and stores as the API does; the component page
 * and the editor show what visitors see: these alone may reach into those packages. */
const insides = {
  'tools/bench': {
    packages: ['shell', 'api', 'mfe-*'],
    surfaces: ['content', 'contracts', 'settings', 'releases', 'remote-kit', 'scripts'],
  },
  'tools/stories': {
    packages: ['shell', 'mfe-*'],
    surfaces: ['content', 'contracts', 'settings', 'remote-kit/build', 'remote-kit/process', 'ui'],
  },
  'tools/editor': {
    packages: ['api', 'mfe-blog'],
    surfaces: ['content', 'settings', 'remote-kit/process', 'scripts/content', 'scripts/owners-check', 'ui'],
  },
};

/** Every folder of `remote-kit`, the lowest first: each imports from those before it. */
const kitFolders = ['process', 'testing', 'site', 'build', 'release', 'gate', 'dev', 'commands'];

/** Every folder of `shell/src`, the lowest first: each imports from those before it. */
const shellFolders = words('texts toasts islands header footer not-found privacy frame');

/** Every folder of `platform/engine`, the lowest first: each imports from those before it. */
const engineFolders = words('page browser rendering server');

const boundary = (folder, patterns) => ({
  files: [`${folder}/**/*.{ts,tsx}`],
  excludeFiles: ['**/*.test.{ts,tsx}', '**/testing/**'],
  rules: { 'no-restricted-imports': ['error', { patterns }] },
});

const onlySurfaces = (surfaces, packages = []) => {
  const allowed = [...packages.map((folder) => `${folder}/**`), ...surfaces.flatMap(surfaceOf)];
  return {
    group: ['@vidlunnia/**', ...allowed.map((name) => `!@vidlunnia/${name}`)],
    message: `Of ours only these may be imported here: ${[...packages, ...surfaces].join(', ') || 'none'}.`,
  };
};
const surfaceOf = (name) => [name, `${name}/**`];

const folders = workspaces
  .flatMap((name) => name.split('/'))
  .filter((name) => name !== '*')
  .map((name) => name.replace('*', '\\w*'))
  .concat(words('contracts http operating remote-kit settings ui'));

const byName = {
  regex: `^[./]*\\.\\./(${folders.join('|')})(/|$)`,
  message: 'Another package is imported by its name, through its public surface.',
};

const fromPlatform = {
  group: ['@vidlunnia/remote-kit', '@vidlunnia/remote-kit/**', '@vidlunnia/scripts'],
  message: 'The site imports nothing that builds, tests or releases.',
};

const fromNode = { regex: '^node:', message: 'Browsers have no modules of Node.' };

const fromShell = {
  regex: '^(axios|react-router|react-router-dom)(/|$)',
  message: 'A remote renders plain links and gets its API from the shell.',
};

const onlyBelow = (parent, folders, folder) => ({
  regex: `^(?:\\.\\./)+(${folders.slice(folders.indexOf(folder) + 1).join('|') || 'none'})(/|$)`,
  message: `${parent}/${folder} stands below that folder: see the list in oxlint.config.mjs.`,
});

const errors = (plugin, names) =>
  Object.fromEntries(words(names).map((name) => [`${plugin}/${name}`, 'error']));

export default {
  plugins: ['typescript', 'react', 'jsx-a11y'],
  jsPlugins: ['./tools/oxlint-rules.mjs'],
  options: { typeAware: true, reportUnusedDisableDirectives: 'error', denyWarnings: true },
  ignorePatterns: [
    '**/node_modules/',
    '**/dist/',
    'platform/engine/example/',
    '.cache/',
    '.data/',
    '**/.mf/',
    'tools/bench/results/',
    'e2e/results/',
    'coverage/',
    '**/*.{mjs,cjs}',
  ],
  // Promises, hooks, accessibility and most of what is simply wrong; below is what goes further.
  categories: { correctness: 'error' },
  rules: {
    ...errors(
      'eslint',
      `eqeqeq no-array-constructor no-empty-function no-useless-constructor no-var
       prefer-const prefer-rest-params prefer-spread`,
    ),
    'typescript/no-invalid-void-type': ['error', { allowAsThisParameter: true }],
    'no-console': ['error', { allow: ['warn', 'error'] }],
    // Output is searched for what only terminals read.
    'no-control-regex': 'off',
    // Playwright's fixtures name what they need, `{}` where that is nothing.
    'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }],
    ...errors(
      'typescript',
      `adjacent-overload-signatures array-type ban-tslint-comment class-literal-property-style
       consistent-generic-constructors consistent-indexed-object-style consistent-type-assertions
       consistent-type-definitions no-confusing-non-null-assertion no-confusing-void-expression
       no-deprecated no-dynamic-delete no-empty-object-type no-explicit-any no-extraneous-class
       no-generated-empty-object-type no-inferrable-types no-misused-promises
       no-mixed-enums no-namespace no-non-null-asserted-nullish-coalescing no-non-null-assertion
       no-require-imports no-unnecessary-boolean-literal-compare no-unnecessary-condition
       no-unnecessary-template-expression no-unnecessary-type-arguments
       no-unnecessary-type-assertion no-unnecessary-type-constraint no-unnecessary-type-conversion
       no-unnecessary-type-parameters no-unsafe-argument no-unsafe-assignment no-unsafe-call
       no-unsafe-enum-comparison no-unsafe-function-type no-unsafe-member-access no-unsafe-return
       non-nullable-type-assertion-style only-throw-error prefer-find prefer-for-of
       prefer-function-type prefer-includes prefer-literal-enum-member prefer-nullish-coalescing
       prefer-optional-chain prefer-promise-reject-errors prefer-reduce-type-parameter
       prefer-regexp-exec prefer-return-this-type prefer-string-starts-ends-with
       related-getter-setter-pairs require-await unified-signatures
       use-unknown-in-catch-callback-variable`,
    ),
    'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
    'typescript/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
    'typescript/restrict-plus-operands': [
      'error',
      {
        allowAny: false,
        allowBoolean: false,
        allowNullish: false,
        allowNumberAndString: false,
        allowRegExp: false,
      },
    ],
    'typescript/restrict-template-expressions': [
      'error',
      {
        allowAny: false,
        allowBoolean: false,
        allowNever: false,
        allowNullish: false,
        allowNumber: false,
        allowRegExp: false,
      },
    ],
    'typescript/return-await': ['error', 'error-handling-correctness-only'],
    // `void promise` states that nobody waits; that is its use here.
    'typescript/no-meaningless-void-operator': 'off',
    // Names are sorted by their code units on purpose: the same everywhere.
    'typescript/require-array-sort-compare': 'off',
    ...errors('react', 'rules-of-hooks unsupported-syntax'),
    // A status that is announced is no result of a form.
    'jsx-a11y/prefer-tag-over-role': 'off',
    'vidlunnia/no-export-all': 'error',
    'vidlunnia/no-import-of-parts': 'error',
  },
  overrides: [
    // `use` is a name like another where there is no React.
    {
      files: [
        '{api,deploy,e2e,tools}/**',
        'platform/{create-vidlunnia-remote,remote-kit}/**',
        'shell/server/**',
        'platform/engine/server/**',
      ],
      rules: { 'react/rules-of-hooks': 'off' },
    },
    // Playwright has no other way to click without waiting for the next page than the deprecated `noWaitAfter`.
    { files: ['e2e/tests/**'], rules: { 'typescript/no-deprecated': 'off' } },
    // Tables of elements, never rendered as a list.
    { files: ['**/*.test.tsx'], rules: { 'react/jsx-key': 'off' } },
    // The site never depends on the platform that builds, tests and releases it, not even in its tests.
    {
      files: [
        '{shell,api,shared,platform/{operating,releases,settings}}/**/*.{ts,tsx}',
        'mfe-*/{src,content}/**/*.{ts,tsx}',
      ],
      rules: { 'no-restricted-imports': ['error', { patterns: [fromPlatform] }] },
    },
    ...Object.entries(surfaces).map(([folder, allowed]) =>
      boundary(folder, [
        onlySurfaces(allowed),
        byName,
        ...(folder.startsWith('mfe-') ? [fromShell] : []),
        ...(/contracts|http|ui/.test(folder) ? [fromNode] : []),
      ]),
    ),
    ...shellFolders.map((folder) =>
      boundary(`shell/src/${folder}`, [
        onlySurfaces(surfaces['shell/src']),
        byName,
        onlyBelow('shell/src', shellFolders, folder),
      ]),
    ),
    ...Object.entries(insides).map(([folder, { packages, surfaces }]) =>
      boundary(folder, [onlySurfaces(surfaces, packages), byName]),
    ),
    // They import what otherwise meets at run time.
    {
      files: ['tools/{bench,editor,stories}/**/*.{ts,tsx}'],
      rules: { 'vidlunnia/no-import-of-parts': 'off' },
    },
    ...engineFolders.map((folder) =>
      boundary(`platform/engine/${folder}`, [
        onlySurfaces(surfaces['platform/engine']),
        byName,
        onlyBelow('platform/engine', engineFolders, folder),
        ...(folder === 'page' || folder === 'browser' ? [fromNode] : []),
      ]),
    ),
    // The platform knows no agency: it has none of its words.
    {
      files: ['platform/**/*.{ts,tsx}'],
      excludeFiles: ['**/*.test.{ts,tsx}', '**/testing/**', 'platform/create-vidlunnia-remote/templates/**'],
      rules: { 'vidlunnia/no-ukrainian': 'error' },
    },
    ...kitFolders.map((folder) =>
      boundary(`platform/remote-kit/${folder}`, [
        onlySurfaces(['settings', 'releases']),
        byName,
        onlyBelow('platform/remote-kit', kitFolders, folder),
      ]),
    ),
  ],
};
