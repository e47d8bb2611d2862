import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { BannerPlugin, type Configuration } from 'webpack';
import { readRemote, releasePath, type RemotePackage, styleLayer } from '@vidlunnia/settings/topology';
import { sharedRanges } from '../compatibility';
import { baseConfig, sourceMaps, versionedName, type Build, type Side } from './base-config';
import { CheckedLoading, InteractiveCheck, PlacelessNames } from './plugins';

/**
 * Both builds of the remote in this folder: the only call in its `webpack.config.ts`. Throws when the package describes
 * no remote.
 */
export function remoteConfig(directory: string): (build: Build) => Configuration[] {
  const remote = readRemote(directory);
  return (build) => [remoteSide(remote, build, 'client'), remoteSide(remote, build, 'server')];
}

function remoteSide(remote: RemotePackage, build: Build, side: Side): Configuration {
  const { name, directory } = remote;
  const publicPath = `${releasePath(remote, build.version)}client/`;
  const config = baseConfig({ name, directory, publicPath, styles: 'own' }, build, side);
  return {
    ...config,
    entry: {},
    optimization: {
      ...config.optimization,
      // Every release has its own addresses: separate files for packages would never be reused, and cost another
      // request.
      ...(side === 'client' && { splitChunks: { cacheGroups: { defaultVendors: false } } }),
    },
    plugins: [
      ...(config.plugins ?? []),
      ...(side === 'client'
        ? [
            ...ownLayer(styleLayer(remote)),
            new CheckedLoading(),
            new InteractiveCheck(directory, exposedModules(directory)),
            // Outside of the public folder, and not referenced by public files.
            ...(build.mode === 'production' ? [sourceMaps('../maps/[file].map', { append: false })] : []),
          ]
        : [new PlacelessNames()]),
      federation(remote, build.version, side),
    ],
  };
}

/**
 * Puts a remote's style sheets into its own cascade layer, with the sublayers of the shell (`shared/ui/layers.css`).
 */
const ownLayer = (layer: string) =>
  [{ banner: `@layer ${layer}{@layer primitives,sections,pages,print;` }, { banner: '}', footer: true }].map(
    (options) => new BannerPlugin({ ...options, raw: true, test: /\.css$/ }),
  );

function federation(remote: RemotePackage, version: string, side: Side) {
  const container = versionedName(remote.name, version);
  const client = side === 'client';
  return new ModuleFederationPlugin({
    name: container,
    filename: 'remoteEntry.js',
    library: { type: client ? 'var' : 'commonjs-module', name: container },
    exposes: exposes(remote),
    shared: sharedPackages(remote.directory),
    // With the default, one hung remote would block the whole start.
    shareStrategy: 'loaded-first',
    manifest: client,
    dts: false,
    experiments: {
      // In browsers, the shell provides the runtime's core once for all remotes.
      ...(client && { externalRuntime: true }),
      optimization: { disableSnapshot: true, disableRemote: true, target: client ? 'web' : 'node' },
    },
  });
}

const exposes = (remote: RemotePackage) =>
  Object.fromEntries(
    Object.entries(exposedModules(remote.directory)).map(([module, place]) => [
      `./${module}`,
      { import: `./src/${place}/index.ts`, name: remote.bundled ? remote.name : place },
    ]),
  );

const sharedPackages = (directory: string) =>
  Object.fromEntries(
    Object.entries(sharedRanges(directory)).map(([name, requiredVersion]) => [
      name,
      { singleton: true, strictVersion: true, requiredVersion, import: false as const },
    ]),
  );

/**
 * The modules that a remote exposes, with their folders below `src`: the imports of its `src/exposes.ts`. The type
 * check compares that file with the contract, and requires that it exposes every import.
 */
export function exposedModules(directory: string): Record<string, string> {
  const file = path.join(directory, 'src/exposes.ts');
  const source = readFileSync(file, 'utf8');
  const imports = [...source.matchAll(/^import \* as (\w+) from '\.\/([\w/-]+)';$/gm)];
  if (imports.length === 0)
    throw new Error(`${file} imports no module, as \`import * as Hero from './hero';\` does`);
  return Object.fromEntries(imports.map(([, name = '', place = '']) => [name, place]));
}
