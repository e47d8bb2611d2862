import type { ComponentType, ReactNode } from 'react';
import type { Api } from './api';
import type { Post, PostSummary, Service } from './schemas';
import type { ContactDetails } from './site';

/**
 * Version of everything in this file. Raised when a change would break a remote built against the older one; the
 * shell refuses releases of another version.
 */
export const CONTRACT_VERSION = 1;

/** The position that a visitor chose by a vacancy's link. A new object for every click, so that a repeated one counts. */
export interface ChosenPosition {
  readonly position: string;
}

/** What the vacancies section hands to the application form in its slot. */
export interface VacanciesSlot {
  /** The vacancies' titles: the form's position choices. */
  readonly positions: readonly string[];
  readonly chosen: ChosenPosition | null;
}

/**
 * Every exposed module by its id: the `params` its `load` takes from the page's address, the `data` that `load`
 * gives, and the `props` that the shell passes beside the data.
 */
export interface ModuleContracts {
  'home/Hero': Contract<{ props: object }>;
  'home/About': Contract<{ props: object }>;
  'home/Services': Contract<{ props: object; data: readonly Service[] }>;
  'home/Reasons': Contract<{ props: object }>;
  'home/Team': Contract<{ props: object }>;
  'home/Vacancies': Contract<{ props: { readonly form: (slot: VacanciesSlot) => ReactNode } }>;
  'home/Contact': Contract<{ props: { readonly details: ContactDetails; readonly form: ReactNode } }>;
  'blog/Teaser': Contract<{ props: object; data: readonly PostSummary[] }>;
  'blog/Post': Contract<{ props: object; params: { readonly postId: string }; data: Post }>;
  'forms/ApplicationForm': Contract<{
    props: { readonly api: Api; readonly details: ContactDetails } & VacanciesSlot;
  }>;
  'forms/ContactForm': Contract<{ props: { readonly api: Api; readonly details: ContactDetails } }>;
}

type Contract<T extends { props: object; params?: object; data?: unknown }> = T;

/** Id of an exposed module: `<remote>/<Module>`. */
export type ModuleId = keyof ModuleContracts;

export type RemoteName = ModuleId extends `${infer Name}/${string}` ? Name : never;

export type ModuleParams<Id extends ModuleId> = ModuleContracts[Id] extends { params: infer Params extends object }
  ? Params
  : object;

/** What `load` resolves to; `never` for a module that loads nothing. */
export type ModuleData<Id extends ModuleId> = ModuleContracts[Id] extends { data: infer Data } ? Data : never;

/** Props of an exposed component. `data` is `null` when its loading failed; the shell has logged why. */
export type ModuleProps<Id extends ModuleId> = ModuleContracts[Id]['props'] &
  ([ModuleData<Id>] extends [never] ? object : { readonly data: ModuleData<Id> | null });

export interface LoadContext {
  readonly api: Api;
  readonly signal: AbortSignal;
}

/** Head tags that a module wants for the page it makes. */
export interface PageHead {
  readonly title: string;
  readonly description?: string;
}

/** A module as a remote exposes it: pure component, its data loading beside it, and the head of a page it makes. */
export type RemoteModule<Id extends ModuleId> = {
  readonly default: ComponentType<ModuleProps<Id>>;
} & ([ModuleData<Id>] extends [never]
  ? object
  : {
      readonly load: (params: ModuleParams<Id>, context: LoadContext) => Promise<ModuleData<Id>>;
      readonly head?: (data: ModuleData<Id> | null) => PageHead;
    });

/** All that one remote exposes, by module name; a remote's `src/exposes.ts` must satisfy it. */
export type RemoteModules<Remote extends RemoteName> = {
  readonly [Id in ModuleId as Id extends `${Remote}/${infer Module}` ? Module : never]: RemoteModule<Id>;
};
