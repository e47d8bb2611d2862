/** Key in the tab's `sessionStorage`: the visit's first address and its referrer, separated by a space. */
export const ARRIVAL_KEY = 'arrival';
