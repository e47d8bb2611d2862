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
  process(source, sourcefile) {
    const loader = sourcefile.endsWith('x') ? 'tsx' : 'ts';
    const { code, map } = transformSync(source, { ...options, sourcefile, loader });
    // Coverage reads the map as an object alone.
    return { code, map: JSON.parse(map) };
  },
  getCacheKey: (source, sourcefile, { instrument }) =>
    createHash('sha256')
      .update(JSON.stringify([version, options, instrument, sourcefile, source]))
      .digest('hex'),
};
