import { createInstance, type ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import { sharedLibraries } from './shared-libraries';

/** The federation's runtime as the shell hosts it on either side; `entries` says how a remote's entry is got. */
export const createFederationInstance = (entries: ModuleFederationRuntimePlugin) =>
  createInstance({
    name: 'shell',
    remotes: [],
    shared: sharedLibraries,
    shareStrategy: 'loaded-first',
    plugins: [entries],
  });
