/**
 * Where in the tab's history the visitor was on the home page last, carried along in each entry's state: from a post
 * the way back is a step in history, which restores the place on the page too.
 */
export interface HomeVisit {
  readonly homeIndex: number;
}

/** The state that a navigation from the current entry carries. */
export function homeVisitFrom(pathname: string, state: unknown): HomeVisit | null {
  if (pathname !== '/') return isHomeVisit(state) ? state : null;
  const index = currentIndex();
  return index === null ? null : { homeIndex: index };
}

/** Steps from the current entry to the home page's, or `null` when the visitor did not come from there. */
export function stepsHome(state: unknown): number | null {
  const index = currentIndex();
  return index === null || !isHomeVisit(state) ? null : state.homeIndex - index;
}

const isHomeVisit = (state: unknown): state is HomeVisit =>
  typeof state === 'object' && state !== null && 'homeIndex' in state && typeof state.homeIndex === 'number';

/** React Router numbers the entries of its history in their state. */
function currentIndex(): number | null {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number'
    ? state.idx
    : null;
}
