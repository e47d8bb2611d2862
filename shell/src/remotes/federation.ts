import {
  createInstance,
  type ModuleFederation,
  type ModuleFederationRuntimePlugin,
} from '@module-federation/enhanced/runtime';
import * as React from 'react';
import * as JsxRuntime from 'react/jsx-runtime';
import * as ReactDom from 'react-dom';
import { sharedToastify } from '../toasts/shared-toastify';
import type { RemoteRelease } from './release-set';

declare const __SHARED_VERSIONS__: Readonly<Record<string, string>>;

const libraries = {
  react: React,
  'react/jsx-runtime': JsxRuntime,
  'react-dom': ReactDom,
  'react-toastify': sharedToastify,
};

/** The packages that exist once on the page, in the federation runtime's format. */
const sharedLibraries = Object.fromEntries(
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

/** Loads an exposed module of a release, and its container first if necessary. */
export type LoadExposed = <Module>(release: RemoteRelease, module: string) => Promise<Module | null>;

/** The federation's runtime on either side; `entries` loads a remote's entry. */
export function createFederation(entries: ModuleFederationRuntimePlugin): LoadExposed {
  const instance: ModuleFederation = createInstance({
    name: 'shell',
    remotes: [],
    shared: sharedLibraries,
    shareStrategy: 'loaded-first',
    plugins: [entries],
  });
  const registered = new Set<string>();
  return async ({ container, entry }, module) => {
    // Every release is registered as a separate remote: a page can have two of one team.
    if (!registered.has(container)) {
      instance.registerRemotes([{ name: container, entry, type: 'global' }]);
      registered.add(container);
    }
    return instance.loadRemote(`${container}/${module}`);
  };
}
