import type { BuiltRelease } from '../built-release';

export const WITHOUT_BROWSER = '--without-browser';

/** Checks that are missing without a browser. */
export const NOT_CHECKED =
  'errors in the console, crashes in effects, two Reacts, islands without height, overlaps, sideways scrolling, accessibility, pixels outside of the own islands, pages reached by links';

export interface GateOptions {
  /** Whether a browser compares the pages. */
  readonly inBrowser: boolean;
  readonly signal: AbortSignal;
}

/** Checks a new release as a whole page before it is published. */
export interface Gate {
  /** Renders golden pages as the site's shell would before promoting the release. Rejects with the reason. */
  renderTest(built: BuiltRelease): Promise<void>;
  /**
   * Runs after the render-test. Resolves to whether there was a page to compare with: a first release may have none.
   * Rejects with all findings.
   */
  compareInBrowser(built: BuiltRelease): Promise<boolean>;
  close(): Promise<void>;
}
