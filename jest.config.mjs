import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import jestPreset from './platform/remote-kit/jest-preset.cjs';

// Of all projects together.
const { testTimeout, ...preset } = jestPreset;

const place = (name) => new URL(name, import.meta.url);
const remotes = readdirSync(place('.')).filter(
  (name) => name.startsWith('mfe-') && existsSync(place(`${name}/package.json`)),
);

/** One project per package: `folder` is its own, `environment` where its tests run unless a file says otherwise,
 * and `setup` what runs before each file. */
const project = (folder, environment, setup = []) => ({
  ...preset,
  displayName: path.basename(folder),
  rootDir: `<rootDir>/${folder}`,
  testEnvironment: environment,
  testMatch: ['<rootDir>/**/*.test.ts', '<rootDir>/**/*.test.tsx'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
  setupFilesAfterEnv: [fileURLToPath(place('platform/remote-kit/testing/setup.ts')), ...setup],
});

/** A package of which only `server` runs in Node. */
const withServer = (folder, setup) => {
  const whole = project(folder, 'jsdom', setup);
  return [
    { ...whole, testPathIgnorePatterns: [...whole.testPathIgnorePatterns, '<rootDir>/server/'] },
    { ...project(`${folder}/server`, 'node', setup), displayName: whole.displayName },
  ];
};

export default {
  testTimeout,
  maxWorkers: '100%',
  showSeed: true,
  projects: [
    ...['shared', 'platform'].flatMap((group) =>
      readdirSync(place(group))
        .filter((name) => name !== 'engine')
        .map((name) => project(`${group}/${name}`, 'node')),
    ),
    ...withServer('platform/engine'),
    ...withServer('shell', [fileURLToPath(place('shell/testing/setup.ts'))]),
    ...remotes.map((folder) => project(folder, 'jsdom')),
    {
      ...project('api', 'node'),
      globalSetup: '<rootDir>/test/support/databases-for-all.ts',
      globalTeardown: '<rootDir>/test/support/global-teardown.ts',
    },
    project('deploy', 'node'),
    ...['bench', 'editor', 'scripts'].map((name) => project(`tools/${name}`, 'node')),
    project('tools/stories', 'jsdom'),
  ],
};
