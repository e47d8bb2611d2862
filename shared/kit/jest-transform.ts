import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { transformSync, version, type TransformOptions } from 'esbuild';

const OPTIONS: TransformOptions = {
  format: 'cjs',
  // Node's own `import()` would pass by jest's modules and their mocks.
  supported: { 'dynamic-import': false },
  sourcemap: 'external',
  tsconfigRaw: { compilerOptions: { jsx: 'react-jsx', verbatimModuleSyntax: true } },
};

/** Compiles a module for Node, as jest asks for it; moves no `jest.mock` above the imports. */
module.exports = {
  process(source: string, sourcefile: string) {
    const loader = ({ '.tsx': 'tsx', '.ts': 'ts' } as const)[extname(sourcefile)] ?? 'jsx';
    const { code, map } = transformSync(source, { ...OPTIONS, sourcefile, loader });
    return { code, map: JSON.parse(map) as object };
  },
  getCacheKey: (source: string, sourcefile: string): string =>
    createHash('sha256')
      .update(JSON.stringify([version, OPTIONS, sourcefile, source]))
      .digest('hex'),
};
