import type { ModuleId, SectionId } from '@vidlunnia/shared/contracts';

/** A part of a page: an exposed module, and the section it makes on the home page. */
export interface Part {
  readonly id: ModuleId;
  readonly section?: SectionId;
}

/** Parts of the home page, in the specification's order (section 2). A form stands in its section's slot. */
export const HOME_PARTS = [
  { id: 'home/Hero', section: 'hero' },
  { id: 'home/About', section: 'about' },
  { id: 'home/Services', section: 'services' },
  { id: 'home/Reasons', section: 'reasons' },
  { id: 'home/Team', section: 'team' },
  { id: 'home/Vacancies', section: 'vacancies' },
  { id: 'forms/ApplicationForm' },
  { id: 'blog/Teaser', section: 'blog' },
  { id: 'home/Contact', section: 'contact' },
  { id: 'forms/ContactForm' },
] as const satisfies readonly Part[];

export const POST_PARTS = [{ id: 'blog/Post' }] as const satisfies readonly Part[];

export const POST_PATTERN = '/blog/:postId';

const IS_POST = /^\/blog\/[^/]+\/?$/;

/** Parameters of a module that takes none; one object, so that they compare equal. */
export const NO_PARAMS = {};

/** Parts of the page at an address; `null` for an address that has no page. */
export function partsAt(pathname: string): readonly Part[] | null {
  if (pathname === '/') return HOME_PARTS;
  return IS_POST.test(pathname) ? POST_PARTS : null;
}
