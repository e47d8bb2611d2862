import {
  FORM_IDS,
  type ModuleData,
  type ModuleId,
  type ModuleParams,
  type NamedModuleId,
} from '@vidlunnia/contracts';
import { elementOfZone, isZoneId, type Zone } from './zones';

interface Row {
  readonly page: 'home' | 'post' | 'archive';
  /** Id of the element that the module makes. */
  readonly element: string;
  /** The island in whose slot it is; all others are in `main`. */
  readonly within?: ModuleId;
  /** Whether it holds its page's `h1`. */
  readonly holdsTitle?: true;
  /** What visitors read in its place when it failed; a section’s words when not said. */
  readonly fallback?: 'fallback.application' | 'fallback.contact' | 'fallback.blog';
}

/** A module that loads data by its contract says so. */
type PageTable = {
  readonly [Id in NamedModuleId]: Row &
    (null extends ModuleData<Id> ? { readonly loads?: never } : { readonly loads: true });
};

/**
 * Every island of the site but those of zones, in the order of the page: where it is and what it needs (specification, section 2).
 * Pages, data loading, golden pages, files to preload and fallbacks follow from it. Whether an island has behaviour is
 * said by its module (`interactive`), so that a team can change it by itself.
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

/** Where an island is, and what it needs. */
export const rowOf = (id: ModuleId): Row & { readonly loads?: true } =>
  // Whether it loads anything, its module alone knows.
  isZoneId(id) ? { page: 'home', element: elementOfZone(id), loads: true } : PAGE_TABLE[id];

/** Ids of all islands but those of zones, in the order of their pages. */
export const MODULE_IDS = Object.keys(PAGE_TABLE) as readonly NamedModuleId[];

/** Ids of a page's islands, in their order. */
export const modulesOn = (page: Row['page']): readonly NamedModuleId[] =>
  MODULE_IDS.filter((id) => PAGE_TABLE[id].page === page);

/** The home page's sections: those of the table, each with the zones that follow it. The forms are inside of them. */
export const homeSections = (zones: readonly Zone[]): readonly ModuleId[] =>
  modulesOn('home')
    .filter((id) => !rowOf(id).within)
    .flatMap((id) => [
      id,
      ...zones.filter(({ after }) => after === rowOf(id).element).map((zone) => zone.id),
    ]);

/** The section that a module makes: that of an island of the home page that is in no other one. */
export function sectionOf(id: ModuleId): string | undefined {
  const { page, within, element } = rowOf(id);
  return page === 'home' && !within ? element : undefined;
}
