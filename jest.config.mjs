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
  projects: [
    project('shared', 'node'),
    project('shell', 'jsdom'),
    project('mfe-home', 'jsdom'),
    project('mfe-blog', 'jsdom'),
    project('mfe-forms', 'jsdom'),
    project('api', 'node'),
    project('bench', 'node'),
  ],
};
