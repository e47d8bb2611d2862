import { readFileSync } from 'node:fs';
import jsxA11y from 'eslint-plugin-jsx-a11y-x';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const { workspaces } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8'));
const remotes = workspaces.filter((folder) => folder.startsWith('mfe-'));

/**
 * What each folder may import of ours (docs/decisions and the architecture): public surfaces of `shared`, nothing
 * else. A part meets another one at run time only.
 */
const surfaces = {
  ...Object.fromEntries(remotes.map((folder) => [`${folder}/src`, ['contracts', 'http', 'ui']])),
  'shell/src': ['contracts', 'http', 'ui', 'single-flight'],
  'shell/server': [
    'arguments',
    'contracts',
    'release',
    'topology',
    'environment',
    'folder',
    'log',
    'operating',
    'single-flight',
  ],
  'api/src': [
    'arguments',
    'contracts',
    'topology',
    'environment',
    'folder',
    'log',
    'operating',
    'single-flight',
  ],
  e2e: ['contracts', 'release', 'topology', 'stack', 'generate', 'hostile-vectors'],
  // A remote such as a team outside of the repository has.
  'e2e/mfe-openings': ['build', 'contracts'],
};

/** The bench makes one program of all that visitors get, to compare with, and stores as the API does; the component page
 * shows what visitors see: these alone may reach into those packages. */
const insides = {
  bench: {
    packages: ['shell', 'api', ...remotes],
    surfaces: ['build', 'contracts', 'release', 'stack', 'topology'],
  },
  stories: { packages: ['shell', ...remotes], surfaces: ['build', 'contracts', 'ui'] },
};

/** Every folder of `shared`, the lowest first, with the others that it may import: none from below to above. */
const neighbours = {
  contracts: [],
  process: [],
  testing: [],
  operating: [],
  http: ['contracts'],
  ui: ['contracts'],
  environment: ['contracts', 'process'],
  build: ['contracts', 'process', 'environment'],
  release: ['contracts', 'process', 'environment', 'build'],
  kit: ['contracts', 'http', 'process', 'environment', 'build', 'release'],
  tasks: ['contracts', 'process', 'environment', 'build', 'release'],
  publishing: ['contracts', 'process', 'environment', 'build', 'release', 'kit', 'tasks'],
  deploy: ['contracts', 'process', 'environment', 'build', 'release', 'tasks'],
};

/** Every folder of `shell/src`, the lowest first: each imports from those before it. */
const shellFolders = [
  ...['site', 'document', 'pages', 'starter', 'toasts', 'reports', 'remotes', 'api', 'fallback', 'islands'],
  ...['navigation', 'header', 'footer', 'not-found', 'app', 'rendering'],
];

const boundary = (folder, patterns) => ({
  files: [`${folder}/**/*.{ts,tsx}`],
  ignores: ['**/*.test.{ts,tsx}', 'shared/*/testing/**'],
  rules: { 'no-restricted-imports': ['error', { patterns }] },
});

const onlySurfaces = (allowed) => ({
  regex: `^@vidlunnia/(?!shared/(${allowed.join('|')})(/|$))`,
  message: `Only these surfaces of @vidlunnia/shared may be imported here: ${allowed.join(', ')}.`,
});

const onlyInsides = ({ packages, surfaces }) => ({
  regex: `^@vidlunnia/(?!(${packages.join('|')})/|shared/(${surfaces.join('|')})(/|$))`,
  message: `Only ${packages.join(', ')} and these surfaces of @vidlunnia/shared may be imported here: ${surfaces.join(', ')}.`,
});

const byName = {
  regex: `^[./]*\\.\\./(${workspaces.join('|')})(/|$)`,
  message: 'Another package is imported by its name, through its public surface.',
};

const byPath = {
  regex: '^@vidlunnia/',
  message: 'Within `shared` a file is imported by its path; of the other packages it knows nothing.',
};

const fromShell = {
  regex: '^(axios|react-router|react-router-dom)(/|$)',
  message: 'A remote renders plain links and gets its API from the shell.',
};

const onlyNeighbours = (folder, allowed) => ({
  regex: `^(?:\\.\\./)+(?!(${[folder, ...allowed].join('|')})(/|$))(${Object.keys(neighbours).join('|')})(/|$)`,
  message: `shared/${folder} may import ${allowed.map((name) => `shared/${name}`).join(', ') || 'nothing of the others'}.`,
});

const onlyBelow = (folder) => ({
  regex: `^\\.\\./(${shellFolders.slice(shellFolders.indexOf(folder) + 1).join('|') || 'none'})(/|$)`,
  message: `shell/src/${folder} stands below that folder: see the list in eslint.config.mjs.`,
});

const noExportAll = {
  selector: 'ExportAllDeclaration',
  message: 'Name what a module gives: `export *` hides its surface.',
};

export default tseslint.config(
  {
    ignores: [
      '**/dist/',
      '**/node_modules/',
      '.cache/',
      '.data/',
      '**/.mf/',
      'bench/results/',
      'e2e/results/',
      'coverage/',
    ],
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      // `void promise` states that nobody waits; that is its use here.
      '@typescript-eslint/no-meaningless-void-operator': 'off',
      // CSS modules, process.env and other records are read by index where the compiler asks for it.
      '@typescript-eslint/dot-notation': 'off',
      'no-restricted-syntax': [
        'error',
        noExportAll,
        {
          selector: 'ImportExpression[source.value=/^@vidlunnia\\u002f(?!shared\\u002f)/]',
          message: 'Parts meet at run time, through the federation alone.',
        },
      ],
      'no-console': ['error', { allow: ['warn', 'error'] }],
      eqeqeq: 'error',
    },
  },
  {
    files: ['{shell,mfe-*,shared,stories}/**/*.tsx'],
    extends: [
      jsxA11y.configs.strict,
      reactHooks.configs.flat['recommended-latest'] ?? reactHooks.configs['recommended-latest'],
    ],
  },
  ...Object.entries(surfaces).map(([folder, allowed]) =>
    boundary(folder, [onlySurfaces(allowed), byName, ...(folder.startsWith('mfe-') ? [fromShell] : [])]),
  ),
  ...shellFolders.map((folder) =>
    boundary(`shell/src/${folder}`, [onlySurfaces(surfaces['shell/src']), byName, onlyBelow(folder)]),
  ),
  ...Object.entries(insides).map(([folder, allowed]) => boundary(folder, [onlyInsides(allowed), byName])),
  // They import what otherwise meets at run time.
  { files: ['{bench,stories}/**/*.{ts,tsx}'], rules: { 'no-restricted-syntax': ['error', noExportAll] } },
  ...Object.entries(neighbours).map(([folder, allowed]) =>
    boundary(`shared/${folder}`, [byPath, byName, onlyNeighbours(folder, allowed)]),
  ),
);
