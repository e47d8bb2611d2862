import path from 'node:path';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import type { RuleSetRule } from 'webpack';
import { repositoryRoot } from '../../process/repository';
import { classNames } from './class-names';
import { versionedName, type Build, type Side } from './build';

export const typescript = (directory: string): RuleSetRule => ({
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

interface Sheets {
  readonly name: string;
  readonly styles: 'page' | 'own';
}

/**
 * The client's build writes the style sheets; the server's build only knows their class names. A sheet for the
 * package's own elements is a CSS module, and a selector without one of its classes fails the build.
 */
export const styles = (
  { name, styles: reach }: Sheets,
  { mode, version }: Build,
  side: Side,
): RuleSetRule => ({
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
export const images = (side: Side): RuleSetRule => ({
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
export const files = (side: Side): RuleSetRule => ({
  test: /\.(?:avif|jpe?g|png|webp|woff2)$/,
  type: 'asset/resource',
  generator: { emit: side === 'client' },
});

/** Content as data, which owners edit: files of a folder `content`. */
export const content: RuleSetRule = {
  test: /[\\/]content[\\/][^\\/]+\.json$/,
  type: 'javascript/auto',
  loader: require.resolve('./content-loader.cjs'),
};

/**
 * In development only: uses emotion's production build inside react-select. Its development build writes styles as
 * text, which the site's policy blocks.
 */
export const emotion = (side: Side): RuleSetRule => {
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
