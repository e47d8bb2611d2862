import { type FormName } from '@vidlunnia/contracts';
import type { PageRequest } from '@vidlunnia/engine';
import type { PageInput } from '../src/islands/props';
/** Reads the pages of requests. Only the home page has a query; other parameters are ignored, so caches are bounded. */
export declare function requestReader(apiOrigin: string): (url: string) => Promise<
  | PageRequest
  | {
      readonly redirect: string;
    }
>;
/** Input of the page after an accepted form. */
export declare const sent: (form: FormName) => PageInput;
