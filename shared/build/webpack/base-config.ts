import path from 'node:path';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import CssMinimizerPlugin from 'css-minimizer-webpack-plugin';
import type { Configuration, RuleSetRule } from 'webpack';
import { repositoryRoot } from '../repository';

export type Mode = 'production' | 'development';

/** One build of one package: what differs from build to build. */
export interface Build {
  readonly mode: Mode;
  readonly version: string;
  /** Absolute folder that takes the files. */
  readonly output: string;
}

/** Name of one version of a part: class names, chunk registry and container of two versions never meet. */
export const versionedName = (name: string, version: string): string => `${name}_${version}`;

/** What all browser builds share. */
export function baseConfig(name: string, folder: string, { mode, version, output }: Build): Configuration {
  const production = mode === 'production';
  return {
    name,
    mode,
    context: path.join(repositoryRoot, folder),
    target: ['web', 'es2022'],
    devtool: production ? false : 'source-map',
    // A filesystem cache corrupts rebuilds with ModuleFederationPlugin 2.9.2: a warm one drops `export *` of shared packages.
    cache: false,
    resolve: { extensions: ['.tsx', '.ts', '.js'] },
    output: {
      path: output,
      clean: true,
      uniqueName: versionedName(name, version),
      hashFunction: 'xxhash64',
      filename: 'static/[name].[contenthash:8].js',
      chunkFilename: 'static/[name].[contenthash:8].js',
      assetModuleFilename: 'static/[name].[contenthash:8][ext]',
      // webpack's own 120 s would leave a part loading long after its visitor left.
      chunkLoadTimeout: 8_000,
      strictModuleErrorHandling: true,
    },
    module: { rules: [typescript(folder), styles(name, version, mode), images, fonts] },
    plugins: [
      new MiniCssExtractPlugin({
        filename: 'static/[name].[contenthash:8].css',
        chunkFilename: 'static/[name].[contenthash:8].css',
      }),
    ],
    optimization: {
      // Not derived from paths: the federation's entry module has the absolute path of the build in its name.
      moduleIds: 'natural',
      chunkIds: production ? 'deterministic' : 'named',
      minimizer: ['...', new CssMinimizerPlugin()],
    },
    performance: { hints: false },
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'error' },
  };
}

const typescript = (folder: string): RuleSetRule => ({
  test: /\.tsx?$/,
  loader: 'ts-loader',
  options: {
    // Types are checked once for the whole repository, by `tsc -b`.
    transpileOnly: true,
    instance: folder,
    configFile: path.join(repositoryRoot, 'tsconfig.base.json'),
    compilerOptions: { composite: false, declaration: false, emitDeclarationOnly: false },
  },
});

const styles = (name: string, version: string, mode: Mode): RuleSetRule => ({
  test: /\.css$/,
  use: [
    MiniCssExtractPlugin.loader,
    {
      loader: 'css-loader',
      options: {
        modules: {
          auto: /\.module\.css$/,
          namedExport: false,
          exportLocalsConvention: 'as-is',
          localIdentName:
            mode === 'production' ? `${name}-[hash:base64:6]` : `${name}-[local]-[hash:base64:6]`,
          localIdentContext: repositoryRoot,
          localIdentHashSalt: versionedName(name, version),
        },
      },
    },
  ],
});

/** Small marks travel inside the style sheet; larger drawings are files of their own. */
const images: RuleSetRule = {
  test: /\.svg$/,
  type: 'asset',
  parser: { dataUrlCondition: { maxSize: 1_000 } },
};

const fonts: RuleSetRule = { test: /\.woff2$/, type: 'asset/resource' };
