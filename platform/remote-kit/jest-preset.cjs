/** The test configuration of a remote: a repository's `package.json` names it as jest's preset. */
module.exports = {
  testEnvironment: require.resolve('jest-environment-jsdom'),
  // Only a hang may take this long, even on a busy machine.
  testTimeout: 120_000,
  testMatch: ['<rootDir>/src/**/*.test.ts', '<rootDir>/src/**/*.test.tsx'],
  transform: { '\\.[jt]sx?$': require.resolve('./jest-transform.cjs') },
  // The site's packages are ES modules, for bundlers.
  transformIgnorePatterns: ['/node_modules/(?!@vidlunnia/)'],
  moduleNameMapper: {
    '\\.css$': require.resolve('./testing/css-module.cjs'),
    '\\.(svg|woff2)$': require.resolve('./testing/asset.cjs'),
  },
  setupFilesAfterEnv: [require.resolve('@testing-library/jest-dom/jest-globals')],
};
