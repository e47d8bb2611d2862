import { createInstance, type ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import * as runtimeCore from '@module-federation/runtime-core';
import { sharedLibraries } from './shared-libraries';

/** Milliseconds that a remote's entry may take; the runtime's own 20 s are a visitor's patience twice over. */
const ENTRY_TIMEOUT = 3_000;

export type FederationHost = ReturnType<typeof createInstance>;

/**
 * Hosts the federation in the browser. `attemptOf` tells how often a remote's entry was asked for before: a repeated
 * request gets an address of its own, because the runtime joins a hung request for the same one.
 */
export function createFederationHost(attemptOf: (entry: string) => number): FederationHost {
  // Remotes are built with `externalRuntime`: they look for the runtime's core here instead of bringing it.
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtimeCore });
  return createInstance({
    name: 'shell',
    remotes: [],
    shared: sharedLibraries,
    shareStrategy: 'loaded-first',
    plugins: [entryScripts(attemptOf)],
  });
}

const entryScripts = (attemptOf: (entry: string) => number): ModuleFederationRuntimePlugin => ({
  name: 'entry-scripts',
  createScript({ url }) {
    const script = document.createElement('script');
    const attempt = attemptOf(url);
    script.src = attempt === 0 ? url : `${url}?attempt=${String(attempt)}`;
    script.async = true;
    return { script, timeout: ENTRY_TIMEOUT };
  },
});
