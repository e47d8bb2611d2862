import path from 'node:path';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import type { RuleSetRule } from 'webpack';
import { repositoryRoot } from '../../environment/repository';
import { classNames } from './class-names';
import { versionedName, type Build, type Side } from './build';

export const typescript = (directory: string): RuleSetRule => ({
  test: /\.tsx?$/,
  loader: require.resolve('ts-loader'),
  options: {
    // Types are checked apart from builds.
    transpileOnly: true,
    instance: directory,
    configFile: path.join(directory, 'tsconfig.json'),
    compilerOptions: {
      ...{ composite: false, declaration: false, emitDeclarationOnly: false, noEmit: false },
      rootDir: repositoryRoot,
      sourceMap: true,
    },
  },
});

interface Sheets {
  readonly name: string;
  readonly styles: 'page' | 'own';
}

/**
 * Style sheets come out of the client's build; the server's has their class names only. Where they are for the package's
 * own elements, each is a CSS module, and a selector without a class of it fails the build.
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
                localIdentContext: repositoryRoot,
                localIdentHashSalt: versionedName(name, version),
              }),
        },
      },
    },
  ],
});

/** Small marks travel inside the style sheet; larger drawings are files of their own. */
export const images = (side: Side): RuleSetRule => ({
  test: /\.svg$/,
  type: 'asset',
  parser: { dataUrlCondition: { maxSize: 1_000 } },
  generator: { emit: side === 'client', dataUrl: (drawing: Buffer) => dataUrl(drawing.toString()) },
});

/** As text, which compresses with the sheet around it to half of what base64 does. */
const dataUrl = (svg: string) =>
  `data:image/svg+xml,${svg
    .trim()
    .replace(/[%#\n']/g, encodeURIComponent)
    .replaceAll('"', "'")}`;

export const fonts = (side: Side): RuleSetRule => ({
  test: /\.woff2$/,
  type: 'asset/resource',
  generator: { emit: side === 'client' },
});

/**
 * Development alone: emotion, inside react-select, as production has it. Its own development build writes styles as
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
