// Compiles TypeScript for jest, with the settings of the type check. It moves no `jest.mock` above the imports: a test
// that mocks a module imports what uses it afterwards, by `await import`.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { transformSync, version } from 'esbuild';

const options = {
  format: 'cjs',
  // Node's own `import()` would pass by jest's modules and their mocks.
  supported: { 'dynamic-import': false },
  sourcemap: 'external',
  tsconfigRaw: readFileSync(new URL('../../tsconfig.base.json', import.meta.url), 'utf8'),
};

export default {
  process: (source, sourcefile) =>
    transformSync(source, { ...options, sourcefile, loader: sourcefile.endsWith('x') ? 'tsx' : 'ts' }),
  getCacheKey: (source, sourcefile) =>
    createHash('sha256')
      .update(JSON.stringify([version, options, sourcefile, source]))
      .digest('hex'),
};
