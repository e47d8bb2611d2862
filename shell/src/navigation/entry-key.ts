/**
 * Gives the current history entry a key of its own, unless it has one. The router gives the same one, `default`, to
 * every freshly loaded page, under which a typed address would open at the scroll position of the page before it.
 * A reloaded page, and one to which a step in history leads, finds its key again. Call it before the router is made.
 */
export function keyEntry(): void {
  const state: unknown = window.history.state;
  const kept = typeof state === 'object' && state !== null ? state : {};
  if ('key' in kept) return;
  window.history.replaceState({ ...kept, key: Math.random().toString(36).slice(2) }, '');
}
