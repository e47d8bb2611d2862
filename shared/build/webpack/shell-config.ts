import path from 'node:path';
import webpack, { type Configuration } from 'webpack';
import { repositoryRoot } from '../repository';
import { shell } from '../topology';
import { baseConfig, type Build } from './base-config';
import { installedVersion, SHARED_PACKAGES } from './shared-packages';

/**
 * The shell's browser build: a plain one. It hosts the federation through the runtime's own interface, so that it
 * needs no asynchronous bootstrap and starts the remotes in the first wave of requests.
 */
export const shellConfig = (build: Build): Configuration => {
  const config = baseConfig('shell', shell.folder, build);
  return {
    ...config,
    entry: { shell: './src/client.tsx' },
    output: { ...config.output, publicPath: '/assets/' },
    plugins: [
      ...(config.plugins ?? []),
      new webpack.DefinePlugin({
        __SHARED_VERSIONS__: JSON.stringify(sharedVersions()),
        // Leaves the parts of the federation runtime out that read manifests over the network.
        ENV_TARGET: '"web"',
        FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
      }),
    ],
    optimization: {
      ...config.optimization,
      splitChunks: {
        cacheGroups: {
          // React changes rarely: kept apart, it stays in the browser's cache over the shell's releases.
          react: {
            test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/,
            name: 'react',
            chunks: 'all',
          },
        },
      },
    },
  };
};

const sharedVersions = () =>
  Object.fromEntries(
    SHARED_PACKAGES.map((name) => [name, installedVersion(name, path.join(repositoryRoot, shell.folder))]),
  );
