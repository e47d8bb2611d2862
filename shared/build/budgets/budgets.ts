import type { RemoteName } from '../../contracts';
import { remoteList } from '../../environment/topology';

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

/** A remote's entry: 8 KB, whoever's it is. */
const ENTRY = 8_000;

/** Of a remote that has none of its own yet, or a repository of its own: as much as one section with few words needs twice. */
export const FIRST: Budget = { entry: ENTRY, scripts: 4_000, styles: 2_000 };

const OWN: Readonly<Partial<Record<RemoteName, Budget>>> = {
  home: { entry: ENTRY, scripts: 9_000, styles: 6_500 },
  blog: { entry: ENTRY, scripts: 22_000, styles: 7_200 },
  forms: { entry: ENTRY, scripts: 7_200, styles: 2_600 },
};

const SHELL = { scripts: 140_000, styles: 8_000, fonts: 36_000 };

/** Of every package that sends something to the browser, by its folder. */
export const BUDGETS: Readonly<Record<string, Budget>> & { readonly shell: Budget } = {
  shell: SHELL,
  ...Object.fromEntries(remoteList.map(({ name, folder }) => [folder, OWN[name] ?? FIRST])),
};
