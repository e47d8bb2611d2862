import path from 'node:path';
import type { Configuration } from 'webpack';
import { repositoryRoot } from './repository';
import type { Build } from './webpack/build';

/** What a package's `webpack.config.ts` exports. */
export type Configure = (build: Build) => Configuration[];

/** Loads a package's webpack configuration. Throws when it exports none. */
export async function loadConfig(folder: string): Promise<Configure> {
  const file = path.join(repositoryRoot, folder, 'webpack.config.ts');
  const config = (await import(file)) as { default: Configure };
  if (typeof config.default !== 'function')
    throw new Error(`${folder}/webpack.config.ts exports no configuration`);
  return config.default;
}
