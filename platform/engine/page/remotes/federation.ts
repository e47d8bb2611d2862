import {
  createInstance,
  type ModuleFederation,
  type ModuleFederationRuntimePlugin,
} from '@module-federation/enhanced/runtime';
import type { RemoteModule, SharedLibraries } from '../../site';
import { moduleOf } from '../modules';
import type { RemoteRelease } from './release-set';

declare const __SHARED_VERSIONS__: Readonly<Record<string, string>>;

/** Loads a module of a release, and its container first if necessary. */
export type LoadModule = (release: RemoteRelease, id: string) => Promise<RemoteModule>;

/** The packages that exist once on the page, in the federation runtime's format. */
const sharedOf = (libraries: SharedLibraries) =>
  Object.fromEntries(
    Object.entries(libraries).map(([name, library]) => [
      name,
      {
        version: __SHARED_VERSIONS__[name] ?? '0.0.0',
        scope: ['default'],
        strategy: 'loaded-first' as const,
        lib: () => library,
        shareConfig: { singleton: true, strictVersion: true, requiredVersion: '*' as const, eager: true },
      },
    ]),
  );

/** The federation's runtime on either side; `entries` loads a remote's entry. */
export function createFederation(
  libraries: SharedLibraries,
  entries: ModuleFederationRuntimePlugin,
): LoadModule {
  const instance: ModuleFederation = createInstance({
    name: 'shell',
    remotes: [],
    shared: sharedOf(libraries),
    shareStrategy: 'loaded-first',
    plugins: [entries],
  });
  const registered = new Set<string>();
  return async ({ container, entry: [entry] }, id) => {
    if (!registered.has(container)) {
      instance.registerRemotes([{ name: container, entry, type: 'global' }]);
      registered.add(container);
    }
    const module = await instance.loadRemote<RemoteModule>(`${container}/${moduleOf(id)}`);
    if (!module) throw new Error(`${id} is not exposed`);
    return module;
  };
}
