import type { ContactDetails } from '@vidlunnia/contracts';
import owner from './owner.json';

/** How to reach the agency. All values of this file are in `owner.json` (docs/owner.md). */
export const CONTACT_DETAILS: ContactDetails = owner.contact;

/** The agency's pages in social networks, in the order of the footer; an empty address hides its button. */
export const SOCIAL_LINKS = owner.social;

interface Owner {
  /**
   * The legal operator of the site, with the registration number; in the footer and as the controller of personal data.
   */
  readonly legalLine: string;
  /** A sentence with the source of «98 %»: survey, number of answers, period. */
  readonly satisfactionSource: string;
}

/** Facts that only the owner knows; pages leave out empty texts. */
export const OWNER: Owner = { legalLine: owner.legalLine, satisfactionSource: owner.satisfactionSource };
