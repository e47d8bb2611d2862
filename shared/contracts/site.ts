/** Ids of the home page's sections, in their order on the page. */
export const SECTION_IDS = [
  'hero',
  'about',
  'services',
  'reasons',
  'team',
  'vacancies',
  'blog',
  'contact',
] as const;

export type SectionId = (typeof SECTION_IDS)[number];

/** Ids of the two forms' elements. */
export const FORM_IDS = { application: 'application-form', contact: 'contact-form' } as const;

/** Where the forms go: the API's addresses on the site's origin (specification, section 7). */
export const FORM_ACTIONS = { application: '/api/jobs/apply', contact: '/api/contact' } as const;

/** Query parameter of the home page's address: the service with which the contact form opens. */
export const SERVICE_PARAMETER = 'service';

/** Address of the contact form; a key of `SERVICE_NAMES` chooses that service, other values choose none. */
export const contactPath = (serviceType?: string): string =>
  `/${serviceType === undefined ? '' : `?${SERVICE_PARAMETER}=${encodeURIComponent(serviceType)}`}#${FORM_IDS.contact}`;

/** Number of posts in the home page's teaser (specification, section 9). */
export const TEASER_POSTS = 3;

/** How to reach the agency. The values are the owner's (`shared/content`). */
export interface ContactDetails {
  /** As people read it: `+380 43 000 00 00`. */
  readonly phone: string;
  readonly email: string;
  readonly address: string;
  /** Link to the address on a map. */
  readonly map?: string;
  readonly hours: readonly { readonly days: string; readonly time: string }[];
}

/** Address of a post's page. */
export const postPath = (id: string): string => `/blog/${encodeURIComponent(id)}`;

/**
 * Address of a page of the archive of posts; the first is 1. It is in the path: caches distinguish pages only by path.
 */
export const archivePath = (page = 1): string => (page === 1 ? '/blog' : `/blog/page/${String(page)}`);

/** Address of the page about personal data. */
export const PRIVACY_PATH = '/privacy';

/**
 * Attribute of a link back to the home page: the shell then returns the visitor to their last position on it. Without a
 * script, or when they have not been there, the link's own address counts.
 */
export const BACK_LINK = { 'data-nav': 'back' } as const;
