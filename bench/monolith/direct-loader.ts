import type { ModuleId, RemoteModule } from '@vidlunnia/shared/contracts';
import { createElement } from 'react';
import type { RemoteLoader } from '@vidlunnia/shell/src/remotes/remote-loader';
import { provideToastHost, ToastHost } from '@vidlunnia/shell/src/toasts';

type Modules = { readonly [Id in ModuleId]: () => Promise<RemoteModule<Id>> };

// Split as the remotes are (`bundled` in the topology): modules that stand on one page together, the others apart.
const home = () => import(/* webpackChunkName: "home" */ '@vidlunnia/mfe-home/src/exposes');
const forms = () => import(/* webpackChunkName: "forms" */ '@vidlunnia/mfe-forms/src/exposes');

const MODULES: Modules = {
  'home/Hero': async () => (await home()).exposes.Hero,
  'home/About': async () => (await home()).exposes.About,
  'home/Services': async () => (await home()).exposes.Services,
  'home/Reasons': async () => (await home()).exposes.Reasons,
  'home/Team': async () => (await home()).exposes.Team,
  'home/Vacancies': async () => (await home()).exposes.Vacancies,
  'home/Contact': async () => (await home()).exposes.Contact,
  'blog/Teaser': () => import(/* webpackChunkName: "teaser" */ '@vidlunnia/mfe-blog/src/teaser'),
  'blog/Post': () => import(/* webpackChunkName: "post" */ '@vidlunnia/mfe-blog/src/post'),
  'blog/Archive': () => import(/* webpackChunkName: "archive" */ '@vidlunnia/mfe-blog/src/archive'),
  'forms/ApplicationForm': async () => (await forms()).exposes.ApplicationForm,
  'forms/ContactForm': async () => (await forms()).exposes.ContactForm,
};

const loader: RemoteLoader = {
  load: async (id) => {
    const load: Modules[typeof id] = MODULES[id];
    // All of the page is made live, as it was before there were islands.
    return { ...(await load()), interactive: true };
  },
};

/** Stands in for the shell's `remotes/browser-loader`: the modules come with this very build. */
export function createBrowserLoader(): RemoteLoader {
  provideToastHost(createElement(ToastHost));
  return loader;
}

/** Stands in for the shell's `rendering/server-loader`. */
export const createServerLoader = (): RemoteLoader => loader;
