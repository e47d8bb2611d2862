import type { ServiceType } from '@vidlunnia/contracts';
import type { Submission } from './submission';

/** What a page is rendered for. */
export interface PageRequest {
  readonly pathname: string;
  readonly submission: Submission | null;
  /** The service with which the contact form opens. */
  readonly service?: ServiceType;
  /** Golden data to render it with instead of the API's: some of everything, or empty lists. */
  readonly golden?: 'full' | 'empty';
  /** Id of the visitor's request, for those that rendering makes in turn. */
  readonly requestId?: string;
}
