import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { BannerPlugin, type Configuration } from 'webpack';
import { readRemote, releasePath, type RemotePackage, styleLayer } from '@vidlunnia/settings/topology';
import { exposedModules } from '../exposed-modules';
import { baseConfig, sourceMaps } from './base-config';
import { versionedName, type Build, type Side } from './build';
import { ChunkIntegrity } from './chunk-integrity';
import { InteractiveCheck } from './interactive-check';
import { PlacelessNames } from './placeless-names';
import { RepeatedRequests } from './repeated-requests';
import { installedVersion, SHARED_PACKAGES } from './shared-packages';

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
            new RepeatedRequests(),
            new ChunkIntegrity(),
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

/** Version ranges of the shared packages that a remote was built against. */
export const sharedRanges = (directory: string): Record<string, string> =>
  Object.fromEntries(
    SHARED_PACKAGES.map((name) => {
      const [major] = installedVersion(name, directory).split('.');
      return [name, `^${major ?? ''}.0.0`];
    }),
  );

const sharedPackages = (directory: string) =>
  Object.fromEntries(
    Object.entries(sharedRanges(directory)).map(([name, requiredVersion]) => [
      name,
      { singleton: true, strictVersion: true, requiredVersion, import: false as const },
    ]),
  );
