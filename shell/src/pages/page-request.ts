import {
  SERVICE_PARAMETER,
  SERVICE_TYPES,
  type FormName,
  type FormOutcome,
  type ServiceType,
} from '@vidlunnia/contracts';

/** Input for rendering a page. */
export interface PageRequest {
  readonly pathname: string;
  readonly submission: Submission | null;
  /** The preselected service of the contact form. */
  readonly service?: ServiceType;
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

/** The service in the query of the home page's address; only services that the contact form lists. */
export function chosenService(query: string): ServiceType | null {
  const wanted = new URLSearchParams(query).get(SERVICE_PARAMETER);
  return SERVICE_TYPES.find((type) => type === wanted) ?? null;
}
