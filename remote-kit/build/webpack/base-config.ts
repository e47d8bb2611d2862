import path from 'node:path';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import MinimizerPlugin from 'minimizer-webpack-plugin';
import { SourceMapDevToolPlugin, type Configuration } from 'webpack';
import { repositoryRoot } from '../../process/repository';
import { versionedName, type Build, type Side } from './build';
import { content, emotion, files, images, styles, typescript } from './rules';

interface Package {
  readonly name: string;
  /** Absolute path of its folder. */
  readonly directory: string;
  /** URL of the client's files, with a slash at its end. */
  readonly publicPath: string;
  /** Whether its style sheets may style the whole page, or only the package's own elements. */
  readonly styles: 'page' | 'own';
}

/** The common part of all builds. Both sides of a package have the same class names and file addresses. */
export function baseConfig(pkg: Package, build: Build, side: Side): Configuration {
  const { mode, version } = build;
  const { name, directory, publicPath } = pkg;
  // When the address contains the version, unchanged files keep their names during development.
  const hash = mode === 'development' && publicPath.includes(version) ? '' : '.[contenthash:8]';
  const own = side === 'client' ? clientConfig(mode, hash) : serverConfig(hash);
  return {
    ...own,
    name: `${name} ${side}`,
    mode,
    context: directory,
    // A filesystem cache corrupts rebuilds with ModuleFederationPlugin 2.9.2: a warm one drops `export *` of shared packages.
    cache: false,
    resolve: { extensions: ['.tsx', '.ts', '.js'] },
    module: {
      rules: [
        typescript(directory),
        styles(pkg, build, side),
        images(side),
        files(side),
        content,
        ...(mode === 'development' ? [emotion(side)] : []),
      ],
    },
    performance: { hints: false },
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'error' },
    output: {
      ...own.output,
      path: path.join(build.output, side),
      publicPath,
      clean: true,
      uniqueName: versionedName(name, version),
      // Sources keep their names and breakpoints their positions across builds.
      devtoolNamespace: path.basename(directory),
      hashFunction: 'xxhash64',
      assetModuleFilename: 'static/[name].[contenthash:8][ext]',
      strictModuleErrorHandling: true,
    },
  };
}

const clientConfig = (mode: Build['mode'], hash: string): Configuration => ({
  target: ['web', 'es2022'],
  devtool: mode === 'development' ? 'source-map' : false,
  optimization: {
    // Not derived from paths: the name of the federation's entry module contains the absolute path of the build.
    moduleIds: 'natural',
    chunkIds: mode === 'production' ? 'deterministic' : 'named',
    minimizer: ['...', new MinimizerPlugin({ test: /\.css$/, minify: MinimizerPlugin.esbuildMinifyCss })],
  },
  plugins: [
    new MiniCssExtractPlugin({
      filename: `static/[name]${hash}.css`,
      chunkFilename: `static/[name]${hash}.css`,
      // Rules are in cascade layers, so the order of sheets does not matter.
      ignoreOrder: true,
    }),
  ],
  output: {
    filename: `static/[name]${hash}.js`,
    chunkFilename: `static/[name]${hash}.js`,
    // webpack's default of 120 s would leave an island loading long after its visitor left.
    chunkLoadTimeout: 8_000,
  },
});

const serverConfig = (hash: string): Configuration => ({
  target: 'async-node20',
  devtool: false,
  optimization: { minimize: false, splitChunks: false, moduleIds: 'natural', chunkIds: 'named' },
  plugins: [sourceMaps('[file].map')],
  output: {
    filename: '[name].js',
    chunkFilename: `[name]${hash}.js`,
    library: { type: 'commonjs2' },
  },
});

/** Maps without sources: they are not public, and show the team where errors are. */
export const sourceMaps = (filename: string, options: { readonly append?: false } = {}) =>
  new SourceMapDevToolPlugin({
    ...options,
    filename,
    noSources: true,
    test: /\.js$/,
    // The federation's own code: its plugin puts folders of the build machine into it.
    exclude: /^remoteEntry\.js$/,
    moduleFilenameTemplate: ({ absoluteResourcePath }: { readonly absoluteResourcePath: string }) =>
      path.relative(repositoryRoot(), absoluteResourcePath),
  });
