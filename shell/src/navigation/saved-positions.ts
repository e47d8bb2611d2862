/** Where the router keeps scroll positions over a reload, by the key of the history entry. */
export const POSITIONS_KEY = 'scroll-positions';

let saved: Record<string, unknown> | null = null;

/**
 * The position that an entry had before the page was reloaded. Told once: from then on the router's own record is the
 * newer one.
 */
export function takeSavedPosition(key: string): number | null {
  saved ??= read();
  const position = saved[key];
  saved = { ...saved, [key]: undefined };
  return typeof position === 'number' ? position : null;
}

function read(): Record<string, unknown> {
  try {
    return JSON.parse(sessionStorage.getItem(POSITIONS_KEY) ?? '{}') as Record<string, unknown>;
  } catch {
    // No storage, or somebody else's text in it: then there is nothing to go back to.
    return {};
  }
}
