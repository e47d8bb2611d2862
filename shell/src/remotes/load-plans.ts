/**
 * A release from which a module may come: the page's own; the live one, asked for anew; the same, if it is another than
 * the page's; the one before the live one.
 */
export type Source = 'page' | 'live' | 'newer' | 'previous';

interface Plan {
  /** Tried in this order. The same one again is asked for at a fresh address. */
  readonly sources: readonly Source[];
  /** Whether releases are asked for of which no container came before: a visitor who wants them may be right. */
  readonly insists: boolean;
}

/** In what cases a module is loaded, and from where. */
export const LOAD_PLANS = {
  /** The island is met for the first time. */
  first: { sources: ['page', 'live', 'previous'], insists: false },
  /** A server has one release of each remote, on its disk. */
  rendering: { sources: ['page'], insists: false },
  /** It failed, and the visitor wants it: a repaired release may be live by now. */
  again: { sources: ['live', 'previous'], insists: true },
  /** The server rendered it: only code of the release that made the HTML can take it over. */
  hydration: { sources: ['page', 'page'], insists: false },
  /** That code was not to be had: another release makes the island anew. */
  replacement: { sources: ['newer', 'previous'], insists: false },
  /** What was loaded crashed. */
  afterCrash: { sources: ['previous'], insists: false },
} as const satisfies Readonly<Record<string, Plan>>;

export type LoadPlan = keyof typeof LOAD_PLANS;
