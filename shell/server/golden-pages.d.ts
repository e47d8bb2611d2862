import type { GoldenPage } from '@vidlunnia/engine';
/** Pages that every set must render before it goes live. Some return a form that was sent without scripts. */
export declare const GOLDEN_PAGES: Readonly<Record<string, GoldenPage>>;
