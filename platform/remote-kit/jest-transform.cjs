const { createHash } = require('node:crypto');
const path = require('node:path');
const { transformSync, version } = require('esbuild');

const OPTIONS = {
  format: 'cjs',
  // Node's own `import()` would bypass jest's modules and mocks.
  supported: { 'dynamic-import': false },
  sourcemap: 'external',
  tsconfigRaw: { compilerOptions: { jsx: 'react-jsx', verbatimModuleSyntax: true } },
};
const LOADERS = { '.tsx': 'tsx', '.ts': 'ts' };

/**
 * Compiles a module for Node when jest loads it. It does not hoist `jest.mock` above imports: a test that mocks a
 * module has to import its users afterwards, by `await import`.
 */
module.exports = {
  process(source, sourcefile) {
    const loader = LOADERS[path.extname(sourcefile)] ?? 'jsx';
    const { code, map } = transformSync(source, { ...OPTIONS, sourcefile, loader });
    // Coverage accepts the map only as an object.
    return { code, map: JSON.parse(map) };
  },
  getCacheKey: (source, sourcefile, { instrument }) =>
    createHash('sha256')
      .update(JSON.stringify([version, OPTIONS, instrument, sourcefile, source]))
      .digest('hex'),
};
