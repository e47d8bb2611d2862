// A team's configuration is TypeScript.
import 'tsx/cjs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Configuration } from 'webpack';
import type { Build } from './webpack/build';

/** What a package's `webpack.config.ts` exports. */
export type Configure = (build: Build) => Configuration[];

/** Loads a package's webpack configuration. Throws when it exports none. */
export function loadConfig(directory: string): Configure {
  const file = path.join(directory, 'webpack.config.ts');
  // Not by `import()`: in a task, only `require` loads TypeScript.
  const config = createRequire(__filename)(file) as { default: Configure };
  if (typeof config.default !== 'function') throw new Error(`${file} exports no configuration`);
  return config.default;
}
