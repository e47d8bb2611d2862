import { createRequire } from 'node:module';
import path from 'node:path';
import type { Configuration } from 'webpack';
import { placeOf, repositoryRoot } from '../environment/repository';
import type { Build } from './webpack/build';

/** What a package's `webpack.config.ts` exports. */
export type Configure = (build: Build) => Configuration[];

/** Loads a package's webpack configuration. Throws when it exports none. */
export function loadConfig(folder: string): Configure {
  const file = path.join(repositoryRoot, placeOf(folder), 'webpack.config.ts');
  // Not by `import()`: a task runs with TypeScript for `require` alone.
  const config = createRequire(__filename)(file) as { default: Configure };
  if (typeof config.default !== 'function')
    throw new Error(`${folder}/webpack.config.ts exports no configuration`);
  return config.default;
}
