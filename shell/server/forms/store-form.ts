import { FORM_ACTIONS, type FormName } from '@vidlunnia/shared/contracts';

/** Milliseconds for the API to store a form. */
const TIMEOUT = 10_000;

/** Hands a form to the API as the browser's script would. Resolves to the answer's status; 503 when there is none. */
export async function storeForm(
  form: FormName,
  values: Readonly<Record<string, string>>,
  apiOrigin: string,
  visitor: string,
): Promise<number> {
  const answer = await fetch(`${apiOrigin}${FORM_ACTIONS[form]}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': visitor },
    body: JSON.stringify(values),
    signal: AbortSignal.timeout(TIMEOUT),
  }).catch(() => null);
  await answer?.body?.cancel();
  return answer?.status ?? 503;
}
