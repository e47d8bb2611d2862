import type { ComponentType, ReactNode } from 'react';
import type { Api, LoadContext } from './api.ts';
import type { Home, Post, PostSummary, Service } from './schemas.ts';
import { FORM_IDS, type ContactDetails } from './site.ts';

/** Version of this file's contract. A change that breaks older remotes raises it (docs/contract.md). */
export const CONTRACT_VERSION = 1;

/** Versions that the shell accepts; several while remotes move to a newer version. */
export const CONTRACT_VERSIONS: readonly number[] = [CONTRACT_VERSION];

/**
 * The position of a vacancy link that the visitor followed. Every click makes a new object, so a repeated click counts.
 */
export interface ChosenPosition {
  readonly position: string;
}

/** Result of a form that was sent without a script. */
export interface FormOutcome {
  readonly accepted: boolean;
  /** Values that the visitor typed, by field; empty after a success. */
  readonly values: Readonly<Record<string, string>>;
  /** The fields that the API rejected. Absent when the API named none, and in older shells. */
  readonly errors?: readonly string[];
}

/** Passed by the vacancies section to the application form in its slot. */
export interface VacanciesSlot {
  /** The vacancies' titles: the form's position choices. */
  readonly positions: readonly string[];
  readonly chosen: ChosenPosition | null;
}

/** The service of a link that the visitor followed. Every click makes a new object, so a repeated click counts. */
export interface ChosenService {
  /**
   * A key of `SERVICE_NAMES`, or the title of a service that the form does not list; the message then begins with the
   * title. Older shells pass only keys. Older forms leave the choice empty for a title.
   */
  readonly service: string;
}

/** Passed by the shell to the contact form. */
export interface ContactSlot {
  /** Absent when nothing was chosen, and in shells older than links to services. */
  readonly chosen?: ChosenService;
}

/** The contract between one module and the shell. A module without `load` has the data `null`. */
interface ModuleContract<Props extends object = object, Data = null, Params extends object = object> {
  /** Props from the shell, without the data. */
  readonly props: Props;
  /** Result of the module's `load`. */
  readonly data: Data;
  /** Parameters of `load` from the page's address. */
  readonly params: Params;
}

/** Every exposed module by its id. `PAGE_TABLE` has its position. */
export interface ModuleContracts {
  'home/Hero': ModuleContract<object, HomeData<'hero'>>;
  'home/About': ModuleContract<AboutProps, HomeData<'about'>>;
  'home/Services': ModuleContract<object, Home['services'] & { readonly services: readonly Service[] }>;
  'home/Reasons': ModuleContract<object, HomeData<'reasons'>>;
  'home/Team': ModuleContract<object, HomeData<'team'>>;
  'home/Vacancies': ModuleContract<VacanciesProps, HomeData<'vacancies'>>;
  'home/Contact': ModuleContract<ContactProps, HomeData<'contact'>>;
  'blog/Teaser': ModuleContract<object, readonly PostSummary[]>;
  'blog/Post': ModuleContract<object, Post, { readonly postId: string }>;
  /** `category` is absent for all posts, and in shells older than the filter. */
  'blog/Archive': ModuleContract<object, PostArchive, { readonly page: number; readonly category?: string }>;
  'forms/ApplicationForm': ModuleContract<FormProps & VacanciesSlot, FormToken>;
  'forms/ContactForm': ModuleContract<FormProps & ContactSlot, FormToken>;
}

/** The owner's content for a section; `null` in releases with built-in texts. */
type HomeData<Section extends keyof Home> = Home[Section] | null;

interface AboutProps {
  /** Source of the share of satisfied clients; absent when the agency has named none. */
  readonly satisfactionSource?: string;
}

interface VacanciesProps {
  readonly form: (slot: VacanciesSlot) => ReactNode;
}

interface ContactProps {
  readonly details: ContactDetails;
  readonly form: ReactNode;
}

/** One page of all posts, or of one category's posts, newest first. */
export interface PostArchive {
  /** From 1. */
  readonly page: number;
  /** Number of pages; 0 when there are no posts. */
  readonly pages: number;
  /** The posts' category; absent for all posts. */
  readonly category?: string;
  /** All categories with their numbers of posts. The category of the newest post is first. */
  readonly categories: readonly { readonly name: string; readonly count: number }[];
  readonly posts: readonly PostSummary[];
}

/** The token that a form received with its page; empty or `null` without one. */
type FormToken = string | null;

interface FormProps {
  readonly api: Api;
  readonly details: ContactDetails;
  /** `null` unless the page is the response to a form. */
  readonly outcome: FormOutcome | null;
}

/** The position of a module on its page, and its properties there. */
export interface PageRow {
  readonly page: 'home' | 'post' | 'archive';
  /** Id of the module's element: of a section, its `SectionId`. */
  readonly element: string;
  /** Text of its link in the header and the menu. */
  readonly menu?: string;
  /** The outer module whose slot contains it; absent for modules directly in `main`. */
  readonly within?: NamedModuleId;
  /** Whether it contains its page's `h1`. */
  readonly holdsTitle?: true;
}

/** Marks modules that load data. */
type PageTable = {
  readonly [Id in NamedModuleId]: PageRow &
    (null extends ModuleContracts[Id]['data'] ? { readonly loads?: never } : { readonly loads: true });
};

/**
 * All modules in page order (specification, section 2). Pages, section ids, the menu, data loading, golden pages and
 * preloaded files are derived from this table. Each module declares `interactive` itself, so that its team can change
 * it alone.
 */
export const PAGE_TABLE = {
  'home/Hero': { page: 'home', element: 'hero', holdsTitle: true },
  'home/About': { page: 'home', element: 'about', menu: 'Про нас' },
  'home/Services': { page: 'home', element: 'services', menu: 'Послуги', loads: true },
  'home/Reasons': { page: 'home', element: 'reasons', menu: 'Чому ми' },
  'home/Team': { page: 'home', element: 'team', menu: 'Команда' },
  'home/Vacancies': { page: 'home', element: 'vacancies', menu: 'Вакансії' },
  'forms/ApplicationForm': { page: 'home', element: FORM_IDS.application, within: 'home/Vacancies' },
  'blog/Teaser': { page: 'home', element: 'blog', menu: 'Блог', loads: true },
  'home/Contact': { page: 'home', element: 'contact', menu: 'Контакти' },
  'forms/ContactForm': { page: 'home', element: FORM_IDS.contact, within: 'home/Contact' },
  'blog/Post': { page: 'post', element: 'main', loads: true, holdsTitle: true },
  'blog/Archive': { page: 'archive', element: 'main', loads: true, holdsTitle: true },
} as const satisfies PageTable;

type Row = (typeof PAGE_TABLE)[NamedModuleId];
type SectionRow = Exclude<Extract<Row, { readonly page: 'home' }>, { readonly within: NamedModuleId }>;

/** Id of a section of the home page: a module that is not nested in another. */
export type SectionId = SectionRow['element'];

/** The home page's sections, in their order on the page. */
export const SECTIONS: readonly (PageRow & { readonly element: SectionId })[] = Object.values(
  PAGE_TABLE,
).filter((row): row is SectionRow => row.page === 'home' && !('within' in row));

export const SECTION_IDS: readonly SectionId[] = SECTIONS.map(({ element }) => element);

/** Id of an exposed module that this contract names: `<remote>/<Module>`. */
export type NamedModuleId = keyof ModuleContracts;

export type RemoteName = NamedModuleId extends `${infer Name}/${string}` ? Name : never;

const NAMED: Readonly<Record<RemoteName, true>> = { home: true, blog: true, forms: true };

/** The remotes of the contract, in the order of their ports. Sections of other remotes are in zones. */
export const REMOTE_NAMES = Object.keys(NAMED) as readonly RemoteName[];

/** Includes zone modules, which share one contract. */
type AllContracts = ModuleContracts & Readonly<Record<ZoneId, ModuleContract<ZoneProps, unknown>>>;

/** Id of a module that a page can have. */
export type ModuleId = keyof AllContracts;

export type ModuleParams<Id extends ModuleId> = AllContracts[Id]['params'];

export type ModuleData<Id extends ModuleId> = AllContracts[Id]['data'];

/** Props of an exposed component. `data` is `null` when loading failed; the shell has logged the reason. */
export type ModuleProps<Id extends ModuleId> = AllContracts[Id]['props'] & {
  readonly data: ModuleData<Id> | null;
};

/** Head tags of a module for its page. */
export interface PageHead {
  readonly title: string;
  readonly description?: string;
  /** The page does not exist: its status is 404. */
  readonly missing?: true;
  /** A post's details for link previews and search engines. */
  readonly article?: {
    /** Address of the preview image, 1200 × 630, on the site's origin. */
    readonly image: string;
    readonly imageAlt: string;
    /** ISO 8601. */
    readonly published: string;
    /** ISO 8601; absent for a post that was not edited after its publication. */
    readonly modified?: string;
    readonly author: string;
  };
}

/** An exposed module: a pure component, optionally with the loading of its data and the head of its page. */
export interface RemoteModule<Id extends ModuleId> {
  readonly default: ComponentType<ModuleProps<Id>>;
  readonly load?: (params: ModuleParams<Id>, context: LoadContext) => Promise<ModuleData<Id>>;
  readonly head?: (data: ModuleData<Id> | null) => PageHead;
  /** Whether the module has behaviour. A first page never loads code of other modules. */
  readonly interactive?: boolean;
}

/** All modules of one remote, by name; a remote's `src/exposes.ts` must satisfy it. */
export type RemoteModules<Remote extends RemoteName> = {
  readonly [
    Id in NamedModuleId as Id extends `${Remote}/${infer Module}` ? Module : never
  ]: RemoteModule<Id> & (null extends ModuleData<Id> ? object : Required<Pick<RemoteModule<Id>, 'load'>>);
};

/**
 * Id of a zone's section, `<remote>/zone/<Module>`. Its remote is outside this contract; the operator's list puts the
 * section on a page.
 */
export type ZoneId = `${string}/zone/${string}`;

/** Props that the shell passes to every section in a zone, in addition to its data. */
export interface ZoneProps {
  /** Id of the section's element. */
  readonly id: string;
  /** Level of the section's heading. */
  readonly headingLevel: 2;
  /** The agency's contact details. */
  readonly details: ContactDetails;
}

/** A section for a zone. `Data`, the result of its `load`, is JSON because the page embeds it. */
export interface ZoneModule<Data = null> {
  /** `data` is `null` without `load`, or when loading failed. */
  readonly default: ComponentType<ZoneProps & { readonly data: Data | null }>;
  readonly load?: (params: object, context: LoadContext) => Promise<Data>;
  /** Whether the section has behaviour. A first page never loads code of other sections. */
  readonly interactive?: boolean;
}

/** All modules of a remote for zones, by name; its `src/exposes.ts` must satisfy it. */
export type ZoneModules = Readonly<
  Record<
    string,
    Omit<ZoneModule<never>, 'load'> & {
      readonly load?: (params: object, context: LoadContext) => Promise<unknown>;
    }
  >
>;
