import { SENT_PARAMETER, type Submission } from '../../src/pages/submission';

/** The form that an address says was accepted. */
export function sentForm(query: URLSearchParams): Submission | null {
  const form = query.get(SENT_PARAMETER);
  return form === 'application' || form === 'contact' ? { form, accepted: true, values: {} } : null;
}
