/**
 * A release from which a module may come: the page's own; the live one, by now; the same, if it is another than
 * the page's; the previous one.
 */
export type Source = 'page' | 'live' | 'newer' | 'previous';

interface Plan {
  /** Tried in this order. The same one again is asked for at a fresh address. */
  readonly sources: readonly Source[];
  /** Whether it is let through an open circuit breaker: a visitor who tries again may be right. */
  readonly closesBreaker: boolean;
}

/** In what cases a module is loaded, and from where. */
export const LOAD_PLANS = {
  /** The island is met for the first time. */
  first: { sources: ['page', 'live', 'previous'], closesBreaker: false },
  /** A server has one release of each remote, on its disk. */
  rendering: { sources: ['page'], closesBreaker: false },
  /** It failed, and the visitor wants it: a repaired release may be live by now. */
  again: { sources: ['live', 'previous'], closesBreaker: true },
  /** The server rendered it: only code of the release that made the HTML can take it over. */
  hydration: { sources: ['page', 'page'], closesBreaker: false },
  /** That code did not come, or crashed as it was mounted: another release replaces the island. */
  fallback: { sources: ['newer', 'previous'], closesBreaker: false },
} as const satisfies Readonly<Record<string, Plan>>;

export type LoadPlan = keyof typeof LOAD_PLANS;
