import type { RemoteName } from '../../contracts';

/** What a package's files may weigh, in bytes after gzip. */
export interface Budget {
  /** What the page asks for before anything else of the package. */
  readonly entry?: number;
  /** All scripts that a page of the package needs at once, the entry aside. */
  readonly scripts: number;
  readonly styles: number;
  /** All font files, as they are: more compression makes none smaller. */
  readonly fonts?: number;
}

/** Of every package that sends something to the browser, by its folder. A remote's entry: 8 KB, whoever's it is. */
export const BUDGETS: Readonly<Record<'shell' | `mfe-${RemoteName}`, Budget>> = {
  shell: { scripts: 140_000, styles: 8_000, fonts: 36_000 },
  'mfe-home': { entry: 8_000, scripts: 9_000, styles: 6_500 },
  'mfe-blog': { entry: 8_000, scripts: 22_000, styles: 7_200 },
  'mfe-forms': { entry: 8_000, scripts: 7_200, styles: 2_600 },
};
