import type { ModuleId, RemoteModule, RemoteModules, RemoteName } from '@vidlunnia/contracts';
import type { RemoteLoader } from '@vidlunnia/shell/src/remotes/remote-loader';
import { moduleOf, remoteOf } from '@vidlunnia/shell/src/remotes/release-set';
import { mountToastHost } from '@vidlunnia/shell/src/toasts/toast-host';

type Exposed = { readonly [Name in RemoteName]: () => Promise<{ readonly exposes: RemoteModules<Name> }> };
type Modules = { readonly [Id in ModuleId]?: () => Promise<RemoteModule<Id>> };

// Split as the remotes are (`bundled` in the topology): modules that stand on one page together, the others apart.
const REMOTES: Exposed = {
  home: () => import(/* webpackChunkName: "home" */ '@vidlunnia/mfe-home/src/exposes'),
  blog: () => Promise.reject(new Error('The modules of blog come one by one')),
  forms: () => import(/* webpackChunkName: "forms" */ '@vidlunnia/mfe-forms/src/exposes'),
};

const APART: Modules = {
  'blog/Teaser': () => import(/* webpackChunkName: "teaser" */ '@vidlunnia/mfe-blog/src/teaser'),
  'blog/Post': () => import(/* webpackChunkName: "post" */ '@vidlunnia/mfe-blog/src/post'),
  'blog/Archive': () => import(/* webpackChunkName: "archive" */ '@vidlunnia/mfe-blog/src/archive'),
};

const isOurs = (name: string): name is RemoteName => Object.hasOwn(REMOTES, name);

async function loadModule<Id extends ModuleId>(id: Id): Promise<RemoteModule<Id>> {
  const apart: Modules[Id] = APART[id];
  if (apart) return apart();
  const name = remoteOf(id);
  if (!isOurs(name)) throw new Error(`There is no module ${id}`);
  const { exposes } = await REMOTES[name]();
  const found: unknown = Object.entries(exposes).find(([module]) => module === moduleOf(id))?.[1];
  if (!isModule<Id>(found)) throw new Error(`There is no module ${id}`);
  return found;
}

/** Whether something was found at all: that it is what its contract says, the compiler has seen in `exposes.ts`. */
const isModule = <Id extends ModuleId>(found: unknown): found is RemoteModule<Id> => found !== undefined;

const loader: RemoteLoader = {
  // All of the page is made live, as it was before there were islands.
  load: async (id) => ({
    module: { ...(await loadModule(id)), interactive: true },
    version: 'monolith',
    isOfPage: true,
  }),
};

/** Stands in for the shell's `remotes/browser-loader`: the modules come with this very build. */
export function createBrowserLoader(): RemoteLoader {
  mountToastHost();
  return loader;
}

/** Stands in for the shell's `rendering/server-loader`. */
export const createServerLoader = (): RemoteLoader => loader;
