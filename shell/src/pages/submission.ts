import type { FormName, FormOutcome } from '@vidlunnia/contracts';

/** A form that was sent without a script, as the page answers it. */
export interface Submission extends FormOutcome {
  readonly form: FormName;
}

/** Query parameter of the address to which an accepted form leads; its value is the form's name. */
export const SENT_PARAMETER = 'sent';
