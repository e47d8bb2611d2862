import type { ModuleFederation } from '@module-federation/enhanced/runtime';
import type { RemoteRelease } from './release-set';

/** What loads modules from releases. */
export interface ReleaseHost {
  /** Loads an exposed module, its container first when it is not there yet. */
  load<Module>(release: RemoteRelease, module: string): Promise<Module | null>;
  /** Whether the release's container is there: without it none of its modules can be had. */
  has(release: RemoteRelease): boolean;
}

/** Loads through an instance of the federation's runtime, in which every release is a remote of its own. */
export function createReleaseLoad(
  instance: Pick<ModuleFederation, 'registerRemotes' | 'loadRemote'>,
): ReleaseHost['load'] {
  const registered = new Set<string>();
  return async ({ container, entry }, module) => {
    if (!registered.has(container)) {
      instance.registerRemotes([{ name: container, entry, type: 'global' }]);
      registered.add(container);
    }
    return instance.loadRemote(`${container}/${module}`);
  };
}
