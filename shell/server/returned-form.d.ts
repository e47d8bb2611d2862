import { type FormName } from '@vidlunnia/contracts';
import type { SiteFacts } from '../src/texts/texts';
/** Returns a form when no page can be rendered: all typed values, which the visitor can correct and send again. */
export declare function returnedFormPage(
  facts: SiteFacts,
  form: FormName,
  values: Readonly<Record<string, string>>,
  status: number,
): string;
