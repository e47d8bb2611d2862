import { createHash } from 'node:crypto';
import path from 'node:path';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import MinimizerPlugin from 'minimizer-webpack-plugin';
import { SourceMapDevToolPlugin, type Configuration, type RuleSetRule } from 'webpack';
import { repositoryRoot } from '@vidlunnia/settings/machine';

/** One build of one package: everything that differs between builds. */
export interface Build {
  readonly mode: 'production' | 'development';
  readonly version: string;
  /** Absolute output folder, with one folder per side below it. */
  readonly output: string;
}

/** Where a bundle runs: every package has a build for both, with the same class names and addresses. */
export type Side = 'client' | 'server';

/** Name of one version of a package: keeps class names, chunk registries and containers of two versions apart. */
export const versionedName = (name: string, version: string): string => `${name}_${version}`;

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
    // SWC needs a tenth of Terser's time for the same bytes; esbuild's are twice as many in a remote's entry.
    minimizer: [
      new MinimizerPlugin({ minify: MinimizerPlugin.swcMinify, parallel: false }),
      new MinimizerPlugin({ test: /\.css$/, minify: MinimizerPlugin.esbuildMinifyCss }),
    ],
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

const typescript = (directory: string): RuleSetRule => ({
  test: /\.tsx?$/,
  loader: require.resolve('ts-loader'),
  options: {
    // Types are checked separately.
    transpileOnly: true,
    instance: directory,
    configFile: path.join(directory, 'tsconfig.json'),
    compilerOptions: {
      composite: false,
      declaration: false,
      emitDeclarationOnly: false,
      noEmit: false,
      rootDir: repositoryRoot(),
      sourceMap: true,
    },
  },
});

/**
 * The client's build writes the style sheets; the server's build only knows their class names. A sheet for the
 * package's own elements is a CSS module, and a selector without one of its classes fails the build.
 */
const styles = ({ name, styles: reach }: Package, { mode, version }: Build, side: Side): RuleSetRule => ({
  test: /\.css$/,
  use: [
    ...(side === 'client' ? [MiniCssExtractPlugin.loader] : []),
    {
      loader: require.resolve('css-loader'),
      options: {
        modules: {
          ...(reach === 'own' ? { auto: /\.css$/, mode: 'pure' } : { auto: /\.module\.css$/ }),
          namedExport: false,
          exportLocalsConvention: 'as-is',
          exportOnlyLocals: side === 'server',
          ...(mode === 'production'
            ? { getLocalIdent: classNames(name, version) }
            : {
                localIdentName: `${name}-[local]-[hash:base64:6]`,
                localIdentContext: repositoryRoot(),
                localIdentHashSalt: versionedName(name, version),
              }),
        },
      },
    },
  ],
});

/** Small drawings are inlined in the style sheet; larger ones are separate files. */
const images = (side: Side): RuleSetRule => ({
  test: /\.svg$/,
  type: 'asset',
  parser: { dataUrlCondition: { maxSize: 1_000 } },
  generator: { emit: side === 'client', dataUrl: (drawing: Buffer) => dataUrl(drawing.toString()) },
});

/** As text: with the sheet around it, it compresses to half the size of base64. */
const dataUrl = (svg: string) =>
  `data:image/svg+xml,${svg
    .trim()
    .replace(/[%#\n']/g, encodeURIComponent)
    .replaceAll('"', "'")}`;

/** Fonts, and pictures that are not drawings. */
const files = (side: Side): RuleSetRule => ({
  test: /\.(?:avif|jpe?g|png|webp|woff2)$/,
  type: 'asset/resource',
  generator: { emit: side === 'client' },
});

/**
 * In development only: uses emotion's production build inside react-select. Its development build writes styles as
 * text, which the site's policy blocks.
 */
const emotion = (side: Side): RuleSetRule => {
  const conditions = ['module', 'webpack', 'production', side === 'client' ? 'browser' : 'node'];
  return {
    test: /[\\/]node_modules[\\/](?:react-select|@emotion)[\\/]/,
    resolve: {
      byDependency: {
        esm: { conditionNames: ['import', ...conditions] },
        commonjs: { conditionNames: ['require', ...conditions] },
      },
    },
  };
};

/**
 * Names a class by a hash of its file and its number there: documents repeat every name many times, and numbers
 * compress far better than one hash per class. Both sides of a build use the same numbers. css-loader calls it.
 */
export function classNames(part: string, version: string) {
  const counted = new Map<string, string[]>();
  return ({ resourcePath }: { readonly resourcePath: string }, _: string, local: string): string => {
    const names = counted.get(resourcePath) ?? [];
    counted.set(resourcePath, names);
    if (!names.includes(local)) names.push(local);
    return `${part}-${hashOf(resourcePath)}${names.indexOf(local).toString(36)}`;
  };

  function hashOf(file: string): string {
    const place = path.relative(repositoryRoot(), file);
    return createHash('sha256')
      .update(`${versionedName(part, version)} ${place}`)
      .digest('base64url')
      .slice(0, 5);
  }
}
