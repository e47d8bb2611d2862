import path from 'node:path';
import { shellConfig, type Build } from '@vidlunnia/remote-kit/build';
import webpack, { type Configuration, type EntryObject } from 'webpack';

const here = (file: string) => path.join(__dirname, file);

/**
 * The same sources in one webpack build: the shell's own configuration, with the federation's two loaders replaced by
 * one that imports the remotes' modules. The browser's begins by wanting all islands.
 */
export const monolithConfig = (build: Build): Configuration[] =>
  shellConfig(build).map((config) => ({
    ...config,
    entry: begunAtOnce(config.entry as EntryObject),
    resolve: { ...config.resolve, alias: { 'react-toastify$': here('toastify.ts') } },
    plugins: [
      ...(config.plugins ?? []),
      new webpack.NormalModuleReplacementPlugin(
        /^\.\/(remotes\/browser|rendering\/server)-loader$/,
        here('direct-loader.ts'),
      ),
    ],
  }));

const begunAtOnce = ({ shell, ...entries }: EntryObject): EntryObject => ({
  ...entries,
  ...(typeof shell === 'string' && { shell: [here('want-all.ts'), shell] }),
});
