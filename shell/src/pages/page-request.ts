import { SERVICE_PARAMETER, type FormName, type FormOutcome } from '@vidlunnia/contracts';
import type { Page } from './pages';

/** Input for rendering a page. */
export interface PageRequest {
  readonly page: Page;
  readonly submission: Submission | null;
  /** The service that the contact form opens with: one that the form lists or the API has. */
  readonly service?: string | undefined;
  /** Renders with golden data instead of the API's: some of everything, or empty lists. */
  readonly golden?: 'full' | 'empty';
  /** Id of the visitor's request, passed on with the requests during rendering. */
  readonly requestId?: string;
}

/** Result of a form that was sent without a script; the page shows it. */
export interface Submission extends FormOutcome {
  readonly form: FormName;
}

/** Query parameter of the address after an accepted form; its value is the form's name. */
export const SENT_PARAMETER = 'sent';

/** The service in the query of the home page's address; empty when there is none. Anybody can make up one. */
export const serviceIn = (query: string): string => new URLSearchParams(query).get(SERVICE_PARAMETER) ?? '';
