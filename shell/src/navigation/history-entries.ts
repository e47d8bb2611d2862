/** The state of a history entry: React Router stores the index of each, and the menu marks its own. */
interface EntryState {
  readonly idx?: number;
  readonly menu?: true;
}

const state = () => window.history.state as EntryState | null;

/** Index of the current history entry. */
export const entryIndex = (): number => state()?.idx ?? 0;

/** Whether the current entry is the menu's, or was: after a reload, or a step forward, its menu is closed. */
export const isMenuEntry = (): boolean => state()?.menu ?? false;

/** Index of the page's own entry, below that of its menu. */
export const pageIndex = (): number => entryIndex() - Number(isMenuEntry());

/**
 * Adds an entry for the open menu, so that the browser's Back closes it. To the router it is the same page; with an
 * index of its own, steps in history stay right.
 */
export function pushMenuEntry(): void {
  if (!isMenuEntry()) window.history.pushState({ ...state(), idx: entryIndex() + 1, menu: true }, '');
}

/** Loads a document in the place of the menu's entry, which closing the menu then must not take back. */
export function leaveMenuEntry(address: string): void {
  window.history.replaceState({ ...state(), menu: undefined }, '');
  window.location.replace(address);
}
