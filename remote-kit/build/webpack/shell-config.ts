import path from 'node:path';
import webpack, { type Configuration } from 'webpack';
import { repositoryRoot } from '../../environment/repository';
import { shell } from '../../environment/topology';
import { baseConfig } from './base-config';
import type { Build, Side } from './build';
import { sharedVersions } from './shared-packages';

/**
 * The shell's builds: plain ones. It hosts the federation through the runtime's own interface. The starter stands in
 * every document; it loads the rest.
 */
export const shellConfig = (build: Build): Configuration[] => [
  shellSide(build, 'client', { shell: './src/client.tsx', starter: './src/starter/starter.ts' }),
  shellSide(build, 'server', { render: './src/server.tsx' }),
];

function shellSide(build: Build, side: Side, entry: Record<string, string>): Configuration {
  const config = baseConfig(
    {
      name: 'shell',
      directory: path.join(repositoryRoot, shell.folder),
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
        // Leaves the parts of the federation runtime out that read manifests over the network.
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

/** React changes rarely: kept apart, it stays in the browser's cache over the shell's releases. */
const reactApart = {
  test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/,
  name: 'react',
  chunks: 'all',
} as const;

/** The shell's styles are small, and documents carry of them what they use: one sheet for all of its chunks. */
const oneStyleSheet = { type: 'css/mini-extract', name: 'styles', chunks: 'all', enforce: true } as const;

const cacheGroups = {
  react: reactApart,
  styles: oneStyleSheet,
  // A chunk is one file: browsers ask a server without HTTP/2 for six at a time, and so many make an island live.
  default: false,
  defaultVendors: false,
} as const;
