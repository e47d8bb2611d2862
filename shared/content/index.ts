import type { ContactDetails } from '@vidlunnia/contracts';
import owner from './owner.json';

/** What only the owner knows: `owner.json` (docs/owner.uk.md). Pages leave out what is empty. */
export interface Owner {
  readonly contact: ContactDetails;
  /** The agency's pages in social networks. */
  readonly social: Readonly<Partial<Record<'telegram' | 'instagram' | 'facebook' | 'linkedin', string>>>;
  /**
   * The legal operator of the site, with the registration number; in the footer and as the controller of personal data.
   */
  readonly legalLine?: string;
  /** A sentence with the source of «98 %»: survey, number of answers, period. */
  readonly satisfactionSource?: string;
}

/** The details of this repository; a running site has those that were published last. */
export const OWNER: Owner = owner;
