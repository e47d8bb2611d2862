import {
  createInstance,
  type ModuleFederation,
  type ModuleFederationRuntimePlugin,
} from '@module-federation/enhanced/runtime';
import type { ModuleId, RemoteModule } from '@vidlunnia/contracts';
import * as React from 'react';
import * as JsxRuntime from 'react/jsx-runtime';
import * as ReactDom from 'react-dom';
import * as toastify from 'react-toastify/unstyled';
import { moduleOf, type RemoteRelease } from './release-set';

declare const __SHARED_VERSIONS__: Readonly<Record<string, string>>;

const { toast } = toastify;

/** Errors interrupt a screen reader; the host announces everything else politely. */
const error: typeof toast.error = (content, options) => toast.error(content, { role: 'alert', ...options });

/**
 * The module that remotes get when they import `react-toastify`: its build without styles. The default build has a
 * separate store, and inserts a style element that the page's Content-Security-Policy forbids.
 */
const sharedToastify: typeof toastify = {
  ...toastify,
  toast: Object.assign(toast.bind(undefined), toast, { error }),
};

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

/** Loads a module of a release, and its container first if necessary. */
export type LoadModule = <Id extends ModuleId>(release: RemoteRelease, id: Id) => Promise<RemoteModule<Id>>;

/** The federation's runtime on either side; `entries` loads a remote's entry. */
export function createFederation(entries: ModuleFederationRuntimePlugin): LoadModule {
  const instance: ModuleFederation = createInstance({
    name: 'shell',
    remotes: [],
    shared: sharedLibraries,
    shareStrategy: 'loaded-first',
    plugins: [entries],
  });
  const registered = new Set<string>();
  return async <Id extends ModuleId>({ container, entry }: RemoteRelease, id: Id) => {
    if (!registered.has(container)) {
      instance.registerRemotes([{ name: container, entry, type: 'global' }]);
      registered.add(container);
    }
    const module = await instance.loadRemote<RemoteModule<Id>>(`${container}/${moduleOf(id)}`);
    if (!module) throw new Error(`${id} is not exposed`);
    return module;
  };
}
