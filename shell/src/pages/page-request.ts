import type { Submission } from './submission';

/** What a page is rendered for. */
export interface PageRequest {
  readonly pathname: string;
  readonly submission: Submission | null;
  /** Whether it is rendered with the golden data instead of the API's. */
  readonly golden?: boolean;
}
