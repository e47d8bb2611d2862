import type { BuiltRelease } from '../built-release';

export const WITHOUT_BROWSER = '--without-browser';

/** What a release without a browser leaves open. */
export const NOT_CHECKED =
  'errors in the console, crashes in effects, two Reacts, islands without height, overlaps, sideways scrolling, accessibility, pixels outside of the own islands';

/** Shows a new release to a browser before anybody else sees it. */
export interface BrowserGate {
  /** Resolves to what was seen. Rejects with all that is wrong. */
  check(built: BuiltRelease): Promise<string>;
  close(): Promise<void>;
}
