import type { Remote } from '../../environment/topology';

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

/** A remote's own, with an entry of 8 KB, whoever's it is. */
export const budgetOf = ({ budget }: Remote): Budget => ({ entry: 8_000, ...budget });

export const SHELL_BUDGET = { scripts: 140_000, styles: 8_000, fonts: 36_000 };
