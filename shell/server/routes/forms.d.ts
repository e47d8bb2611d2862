import type { FastifyPluginCallback } from 'fastify';
import { type FormName } from '@vidlunnia/contracts';
interface Options {
  readonly apiOrigin: string;
}
/**
 * Handles forms that browsers send without a script to the API's addresses. The API stores them; the response is a
 * page. An accepted form redirects to an address that is safe to reload. A rejected form is returned with its values.
 */
export declare const forms: FastifyPluginCallback<Options>;
type FormValues = Readonly<Record<string, string>>;
/**
 * Fields of an urlencoded form. Browsers double line breaks in forms; here they become single ones, as a script would
 * send (https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#constructing-the-form-data-set).
 */
export declare const formValues: (body: string) => FormValues;
/**
 * Idempotency key of a submission, derived from the page's token and the typed values; a browser script uses a random
 * key. A reload after a lost response stores the form once. Two visitors of one cached page with different input are
 * stored twice. Without a token, the key also depends on the day.
 */
export declare function submissionKey(form: FormName, values: FormValues, now?: Date): string;
export {};
