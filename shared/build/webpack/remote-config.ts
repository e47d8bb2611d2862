import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import type { Configuration } from 'webpack';
import type { RemoteName } from '../../contracts';
import { repositoryRoot } from '../repository';
import { remotes, type Remote } from '../topology';
import { baseConfig, versionedName, type Build } from './base-config';
import { RepeatedRequests } from './repeated-requests';
import { installedVersion, SHARED_PACKAGES } from './shared-packages';

/** The browser build of one remote; all that a remote's `webpack.config.ts` calls. */
export const remoteConfig =
  (name: RemoteName) =>
  (build: Build): Configuration => {
    const remote = remotes[name];
    const config = baseConfig(name, remote.folder, build);
    const container = versionedName(name, build.version);
    return {
      ...config,
      entry: {},
      output: { ...config.output, publicPath: 'auto' },
      plugins: [
        ...(config.plugins ?? []),
        new RepeatedRequests(),
        new ModuleFederationPlugin({
          name: container,
          filename: 'remoteEntry.js',
          library: { type: 'var', name: container },
          exposes: exposedModules(remote),
          shared: sharedPackages(remote.folder),
          // The default lets one hung remote hold up the whole start.
          shareStrategy: 'loaded-first',
          manifest: true,
          dts: false,
          experiments: {
            // The shell carries the runtime's core once for all remotes.
            externalRuntime: true,
            optimization: { disableSnapshot: true, target: 'web' },
          },
        }),
      ],
    };
  };

const exposedModules = ({ name, exposes, bundled }: Remote) =>
  Object.fromEntries(
    exposes.map((module) => [
      `./${module}`,
      { import: `./src/${kebabCase(module)}/index.ts`, name: bundled ? name : kebabCase(module) },
    ]),
  );

/** Ranges of the shared packages that a remote was built against. */
export const sharedRanges = (folder: string): Record<string, string> =>
  Object.fromEntries(
    SHARED_PACKAGES.map((name) => {
      const [major] = installedVersion(name, path.join(repositoryRoot, folder)).split('.');
      return [name, `^${major ?? ''}.0.0`];
    }),
  );

const sharedPackages = (folder: string) =>
  Object.fromEntries(
    Object.entries(sharedRanges(folder)).map(([name, requiredVersion]) => [
      name,
      { singleton: true, strictVersion: true, requiredVersion, import: false as const },
    ]),
  );

const kebabCase = (name: string) => name.replace(/(?<!^)[A-Z]/g, '-$&').toLowerCase();
