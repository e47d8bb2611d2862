import {
  FORM_IDS,
  type ModuleData,
  type ModuleId,
  type ModuleParams,
  type NamedModuleId,
  type SectionId,
  type ZoneId,
} from '@vidlunnia/contracts';

/** A section that the operator's list of remotes puts on a page. */
export interface Zone {
  readonly id: ZoneId;
  readonly page: 'home';
  /** The section that it follows; several zones after one section are in the order of the list. */
  readonly after: SectionId;
}

/** Pattern of zone ids, as in their type. */
const ZONE_ID = /^[a-z0-9]+\/zone\/[A-Z]\w*$/;

/** Id of a remote's section for a zone. */
export const zoneId = (remote: string, module: string): ZoneId => `${remote}/zone/${module}`;

export const isZoneId = (id: ModuleId): id is ZoneId => ZONE_ID.test(id);

/** Id of the section's element; no other section's or form's id begins like it. */
export const elementOfZone = (id: ZoneId): string =>
  id.replace(/^(\w+)\/zone\/(\w+)$/, 'zone-$1-$2').toLowerCase();

interface Row {
  readonly page: 'home' | 'post' | 'archive';
  /** Id of the module's element. */
  readonly element: string;
  /** The outer island whose slot it is in; absent for islands directly in `main`. */
  readonly within?: ModuleId;
  /** Whether it has its page's `h1`. */
  readonly holdsTitle?: true;
  /** Message when it failed; by default that of a section. */
  readonly fallback?: 'fallback.application' | 'fallback.contact' | 'fallback.blog';
}

/** Modules that load data by their contract are marked. */
type PageTable = {
  readonly [Id in NamedModuleId]: Row &
    (null extends ModuleData<Id> ? { readonly loads?: never } : { readonly loads: true });
};

/**
 * Every island of the site except zones, in page order, with its place and needs (specification, section 2). Pages,
 * data loading, golden pages, preloaded files and fallbacks follow from it. Each module declares its own behaviour
 * (`interactive`), so that a team can change it alone.
 */
const PAGE_TABLE = {
  'home/Hero': { page: 'home', element: 'hero', holdsTitle: true },
  'home/About': { page: 'home', element: 'about' },
  'home/Services': { page: 'home', element: 'services', loads: true },
  'home/Reasons': { page: 'home', element: 'reasons' },
  'home/Team': { page: 'home', element: 'team' },
  'home/Vacancies': { page: 'home', element: 'vacancies' },
  'forms/ApplicationForm': {
    page: 'home',
    element: FORM_IDS.application,
    within: 'home/Vacancies',
    fallback: 'fallback.application',
  },
  'blog/Teaser': { page: 'home', element: 'blog', loads: true, fallback: 'fallback.blog' },
  'home/Contact': { page: 'home', element: 'contact' },
  'forms/ContactForm': {
    page: 'home',
    element: FORM_IDS.contact,
    within: 'home/Contact',
    fallback: 'fallback.contact',
  },
  'blog/Post': { page: 'post', element: 'main', loads: true, holdsTitle: true, fallback: 'fallback.blog' },
  'blog/Archive': {
    page: 'archive',
    element: 'main',
    loads: true,
    holdsTitle: true,
    fallback: 'fallback.blog',
  },
} as const satisfies PageTable;

/** An island of a page: an exposed module with its parameters. */
export interface PageIsland {
  readonly id: ModuleId;
  readonly params: ModuleParams<ModuleId>;
}

/** The place and the needs of an island. */
export const rowOf = (id: ModuleId): Row & { readonly loads?: true } =>
  // Only the module itself knows whether it loads data.
  isZoneId(id) ? { page: 'home', element: elementOfZone(id), loads: true } : PAGE_TABLE[id];

/** Ids of all islands except zones, in page order. */
export const MODULE_IDS = Object.keys(PAGE_TABLE) as readonly NamedModuleId[];

/** Ids of a page's islands, in order. */
export const modulesOn = (page: Row['page']): readonly NamedModuleId[] =>
  MODULE_IDS.filter((id) => PAGE_TABLE[id].page === page);

/** The home page's sections: those of the table, each followed by its zones. The forms are inside sections. */
export const homeSections = (zones: readonly Zone[]): readonly ModuleId[] =>
  modulesOn('home')
    .filter((id) => !rowOf(id).within)
    .flatMap((id) => [
      id,
      ...zones.filter(({ after }) => after === rowOf(id).element).map((zone) => zone.id),
    ]);

/** The section of a module: an island of the home page that is not inside another one. */
export function sectionOf(id: ModuleId): string | undefined {
  const { page, within, element } = rowOf(id);
  return page === 'home' && !within ? element : undefined;
}
