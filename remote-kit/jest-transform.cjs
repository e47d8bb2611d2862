const { createHash } = require('node:crypto');
const path = require('node:path');
const { transformSync, version } = require('esbuild');

const OPTIONS = {
  format: 'cjs',
  // Node's own `import()` would pass by jest's modules and their mocks.
  supported: { 'dynamic-import': false },
  sourcemap: 'external',
  tsconfigRaw: { compilerOptions: { jsx: 'react-jsx', verbatimModuleSyntax: true } },
};
const LOADERS = { '.tsx': 'tsx', '.ts': 'ts' };

/**
 * Compiles a module for Node, as jest asks for it. It moves no `jest.mock` above the imports: a test that mocks a module
 * imports what uses it afterwards, by `await import`.
 */
module.exports = {
  process(source, sourcefile) {
    const loader = LOADERS[path.extname(sourcefile)] ?? 'jsx';
    const { code, map } = transformSync(source, { ...OPTIONS, sourcefile, loader });
    // Coverage reads the map as an object alone.
    return { code, map: JSON.parse(map) };
  },
  getCacheKey: (source, sourcefile, { instrument }) =>
    createHash('sha256')
      .update(JSON.stringify([version, OPTIONS, instrument, sourcefile, source]))
      .digest('hex'),
};
