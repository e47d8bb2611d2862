import path from 'node:path';
import webpack, { type Configuration } from 'webpack';
import { repositoryRoot } from '../../process/repository';
import { shell } from '@vidlunnia/settings/topology';
import { baseConfig } from './base-config';
import type { Build, Side } from './build';
import { sharedVersions } from './shared-packages';

/**
 * The shell's builds are ordinary ones: it hosts the federation through the runtime's own interface. The starter is
 * inlined in every document and loads the rest.
 */
export const shellConfig = (build: Build): Configuration[] => [
  shellSide(build, 'client', { shell: './src/client.tsx', starter: './src/starter/starter.ts' }),
  shellSide(build, 'server', { render: './src/server.tsx' }),
];

function shellSide(build: Build, side: Side, entry: Record<string, string>): Configuration {
  const config = baseConfig(
    {
      name: 'shell',
      directory: path.join(repositoryRoot(), shell.folder),
      publicPath: '/assets/',
      styles: 'page',
    },
    build,
    side,
  );
  return {
    ...config,
    entry,
    plugins: [
      ...(config.plugins ?? []),
      new webpack.DefinePlugin({
        __SHARED_VERSIONS__: JSON.stringify(sharedVersions()),
        // Removes the parts of the federation runtime that read manifests over the network.
        ENV_TARGET: JSON.stringify(side === 'client' ? 'web' : 'node'),
        FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
      }),
    ],
    optimization: {
      ...config.optimization,
      ...(side === 'client' && {
        splitChunks: { cacheGroups },
      }),
    },
  };
}

/** React changes rarely: in its own file, it stays in the browser's cache across the shell's releases. */
const reactApart = {
  test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/,
  name: 'react',
  chunks: 'all',
} as const;

/** The shell's styles are small, and documents inline the part that they use: one sheet for all chunks. */
const oneStyleSheet = { type: 'css/mini-extract', name: 'styles', chunks: 'all', enforce: true } as const;

const cacheGroups = {
  react: reactApart,
  styles: oneStyleSheet,
  // Each chunk is one file: without HTTP/2, browsers load only six at a time, and an island needs that many to become
  // live.
  default: false,
  defaultVendors: false,
} as const;
