import type { ComponentType, ReactNode } from 'react';
import type { Api, LoadContext } from './api.ts';
import type { Post, PostSummary, Service } from './schemas.ts';
import type { ContactDetails } from './site.ts';
import type { ZoneId, ZoneProps } from './zones.ts';

/**
 * Version of everything in this file: what remotes are built against. Raised when a change would break a remote that
 * was built against the older one (docs/contract.md).
 */
export const CONTRACT_VERSION = 1;

/** Versions that the shell takes: more than one while remotes move from an older to a newer. */
export const CONTRACT_VERSIONS: readonly number[] = [CONTRACT_VERSION];

/** The position that a visitor chose by a vacancy's link. A new object for every click, so that a repeated one counts. */
export interface ChosenPosition {
  readonly position: string;
}

/** What became of a form that was sent without a script. */
export interface FormOutcome {
  readonly accepted: boolean;
  /** What was typed, by field; empty after a success. */
  readonly values: Readonly<Record<string, string>>;
}

/** What the vacancies section hands to the application form in its slot. */
export interface VacanciesSlot {
  /** The vacancies' titles: the form's position choices. */
  readonly positions: readonly string[];
  readonly chosen: ChosenPosition | null;
}

/** The service that a visitor chose by its link. A new object for every choice, so that a repeated one counts. */
export interface ChosenService {
  /** A key of `SERVICE_NAMES`; a form that does not list it stays without a choice. */
  readonly service: string;
}

/** What the shell hands to the contact form. */
export interface ContactSlot {
  /** Absent when nothing was chosen, and from shells that are older than services' links. */
  readonly chosen?: ChosenService;
}

/** What one module and the shell agree on; a module that loads nothing has the data `null`. */
interface ModuleContract<Props extends object = object, Data = null, Params extends object = object> {
  /** What the shell passes beside the data. */
  readonly props: Props;
  /** What the module's `load` resolves to. */
  readonly data: Data;
  /** What `load` takes from the page's address. */
  readonly params: Params;
}

/** Every exposed module by its id. */
export interface ModuleContracts {
  'home/Hero': ModuleContract;
  'home/About': ModuleContract<AboutProps>;
  'home/Services': ModuleContract<object, readonly Service[]>;
  'home/Reasons': ModuleContract;
  'home/Team': ModuleContract;
  'home/Vacancies': ModuleContract<{ readonly form: (slot: VacanciesSlot) => ReactNode }>;
  'home/Contact': ModuleContract<{ readonly details: ContactDetails; readonly form: ReactNode }>;
  'blog/Teaser': ModuleContract<object, readonly PostSummary[]>;
  'blog/Post': ModuleContract<object, Post, { readonly postId: string }>;
  'blog/Archive': ModuleContract<object, PostArchive, { readonly page: number }>;
  'forms/ApplicationForm': ModuleContract<FormProps & VacanciesSlot, FormToken>;
  'forms/ContactForm': ModuleContract<FormProps & ContactSlot, FormToken>;
}

interface AboutProps {
  /** Where the share of satisfied clients comes from; left out when the agency has named no source. */
  readonly satisfactionSource?: string;
}

/** A page of all posts, by category. */
export interface PostArchive {
  /** From 1. */
  readonly page: number;
  /** Number of pages; 0 when there are no posts. */
  readonly pages: number;
  /** All categories, in their order, with the page on which each begins. */
  readonly categories: readonly { readonly name: string; readonly count: number; readonly page: number }[];
  /** The page's posts by category. */
  readonly groups: readonly { readonly category: string; readonly posts: readonly PostSummary[] }[];
}

/** The token that a form was given with its page; empty or `null` when there was none. */
type FormToken = string | null;

interface FormProps {
  readonly api: Api;
  readonly details: ContactDetails;
  /** `null` when the page does not answer a sent form. */
  readonly outcome: FormOutcome | null;
}

/** Id of an exposed module that this contract names: `<remote>/<Module>`. */
export type NamedModuleId = keyof ModuleContracts;

export type RemoteName = NamedModuleId extends `${infer Name}/${string}` ? Name : never;

/** With those that it does not name: all of them have one contract. */
type AllContracts = ModuleContracts & Readonly<Record<ZoneId, ModuleContract<ZoneProps, unknown>>>;

/** Id of a module that can stand on a page. */
export type ModuleId = keyof AllContracts;

export type ModuleParams<Id extends ModuleId> = AllContracts[Id]['params'];

export type ModuleData<Id extends ModuleId> = AllContracts[Id]['data'];

/** Props of an exposed component. `data` is `null` when its loading failed; the shell has logged why. */
export type ModuleProps<Id extends ModuleId> = AllContracts[Id]['props'] & {
  readonly data: ModuleData<Id> | null;
};

/** Head tags that a module wants for the page it makes. */
export interface PageHead {
  readonly title: string;
  readonly description?: string;
  /** Nothing stands at the address: the page is answered with 404. */
  readonly missing?: true;
  /** What link previews and search engines want to know of a page that is one post. */
  readonly article?: {
    /** Address of a drawing made for link previews, 1200 × 630, on the site's origin. */
    readonly image: string;
    readonly imageAlt: string;
    /** ISO 8601. */
    readonly published: string;
    readonly author: string;
  };
}

/** A module as a remote exposes it: pure component, its data loading beside it, and the head of a page it makes. */
export interface RemoteModule<Id extends ModuleId> {
  readonly default: ComponentType<ModuleProps<Id>>;
  readonly load?: (params: ModuleParams<Id>, context: LoadContext) => Promise<ModuleData<Id>>;
  readonly head?: (data: ModuleData<Id> | null) => PageHead;
  /** Whether it has behaviour of its own: only then does its code come with the first page. */
  readonly interactive?: boolean;
}

/** All that one remote exposes, by module name; a remote's `src/exposes.ts` must satisfy it. */
export type RemoteModules<Remote extends RemoteName> = {
  readonly [
    Id in NamedModuleId as Id extends `${Remote}/${infer Module}` ? Module : never
  ]: RemoteModule<Id> & (null extends ModuleData<Id> ? object : Required<Pick<RemoteModule<Id>, 'load'>>);
};
