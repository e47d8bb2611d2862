import {
  SERVICE_PARAMETER,
  SERVICE_TYPES,
  type FormName,
  type FormOutcome,
  type ServiceType,
} from '@vidlunnia/contracts';

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

/** A form that was sent without a script, as the page answers it. */
export interface Submission extends FormOutcome {
  readonly form: FormName;
}

/** Query parameter of the address to which an accepted form leads; its value is the form's name. */
export const SENT_PARAMETER = 'sent';

/** The service that the query of the home page's address chooses; what the contact form does not list is none. */
export function chosenService(query: string): ServiceType | null {
  const wanted = new URLSearchParams(query).get(SERVICE_PARAMETER);
  return SERVICE_TYPES.find((type) => type === wanted) ?? null;
}
