import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import { createFederation, type LoadExposed } from './federation';
import * as core from './federation-core';
import { integrityOf } from './release-set';

/** Milliseconds for a remote's entry; the runtime's own 20 s are far longer than visitors wait. */
const ENTRY_TIMEOUT = 3_000;

/** Hosts the federation in the browser, which checks every entry against the hash in its release. */
export function hostFederation(): LoadExposed {
  // Remotes are built with `externalRuntime`: they use this runtime core instead of their own.
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: core });
  const hashes = new Map<string, string>();
  const load = createFederation(entryScripts(hashes));
  return async (release, module) => {
    hashes.set(release.container, integrityOf(release, release.entry));
    return load(release, module);
  };
}

/** A repeated request gets its own address: the runtime would join a hung one for the same address. */
function entryScripts(hashes: ReadonlyMap<string, string>): ModuleFederationRuntimePlugin {
  const asked = new Map<string, number>();
  return {
    name: 'entry-scripts',
    createScript({ url, remoteInfo }) {
      const script = document.createElement('script');
      const attempt = asked.get(url) ?? 0;
      asked.set(url, attempt + 1);
      script.src = attempt === 0 ? url : `${url}?attempt=${String(attempt)}`;
      script.integrity = hashes.get(remoteInfo?.name ?? '') ?? '';
      script.async = true;
      return { script, timeout: ENTRY_TIMEOUT };
    },
  };
}
