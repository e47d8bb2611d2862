/** Whether a native select shows its list; older browsers do not tell. */
export function popupState(select: HTMLSelectElement): 'open' | 'closed' | 'unknown' {
  try {
    return select.matches(':open') ? 'open' : 'closed';
  } catch {
    return 'unknown';
  }
}
