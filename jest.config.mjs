import { existsSync, readdirSync } from 'node:fs';

const place = (name) => new URL(name, import.meta.url);
const remotes = readdirSync(place('.')).filter(
  (name) => name.startsWith('mfe-') && existsSync(place(`${name}/package.json`)),
);

/** One project per package: `name` is its folder, `environment` where its tests run unless a file says otherwise. */
const project = (name, environment) => ({
  displayName: name,
  rootDir: `<rootDir>/${name}`,
  testEnvironment: environment,
  testMatch: ['<rootDir>/**/*.test.ts', '<rootDir>/**/*.test.tsx'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
  transform: { '\\.tsx?$': '<rootDir>/../shared/testing/esbuild-transform.mjs' },
  moduleNameMapper: {
    '\\.css$': '<rootDir>/../shared/testing/css-module.cjs',
    '\\.(svg|woff2)$': '<rootDir>/../shared/testing/asset.cjs',
  },
  setupFilesAfterEnv: ['<rootDir>/../shared/testing/setup.ts'],
});

export default {
  // Only a hang may take so long, on however busy a machine.
  testTimeout: 120_000,
  maxWorkers: '100%',
  showSeed: true,
  projects: [
    project('shared', 'node'),
    project('shell', 'jsdom'),
    ...remotes.map((folder) => project(folder, 'jsdom')),
    {
      ...project('api', 'node'),
      globalSetup: '<rootDir>/test/support/global-setup.ts',
      globalTeardown: '<rootDir>/test/support/global-teardown.ts',
    },
    project('bench', 'node'),
    project('stories', 'jsdom'),
    project('deploy', 'node'),
    project('scripts', 'node'),
  ],
};
