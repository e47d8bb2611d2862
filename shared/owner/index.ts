import type { ContactDetails } from '@vidlunnia/contracts';
import owner from './owner.json';

/** How to reach the agency. Every value of this file stands in `owner.json` (docs/owner.md). */
export const CONTACT_DETAILS: ContactDetails = owner.contact;

/** The agency's pages in social networks, in the order of the footer; an empty address leaves its button out. */
export const SOCIAL_LINKS = owner.social;

interface Owner {
  /** Who runs the site by law, with the registration number; in the footer and as the controller of personal data. */
  readonly legalLine: string;
  /** A sentence on where «98 %» comes from: survey, number of answers, period. */
  readonly satisfactionSource: string;
}

/** What the owner alone knows; an empty text is left out of the pages. */
export const OWNER: Owner = { legalLine: owner.legalLine, satisfactionSource: owner.satisfactionSource };
