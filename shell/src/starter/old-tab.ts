/**
 * Milliseconds after which a page's data from the API are old. Browsers may cache an API response for eleven minutes:
 * earlier they would get the same data again.
 */
const MAX_AGE = 15 * 60_000;

/**
 * Reloads an old page when its tab is shown again, unless the visitor has filled in something. If the page cannot be
 * loaded now, the old one stays.
 */
export function reloadWhenOld(isFilled: () => boolean): void {
  const opened = Date.now();
  const reload = () => {
    if (document.hidden || isFilled() || Date.now() - opened < MAX_AGE) return;
    fetch(location.href, { method: 'HEAD' }).then(
      ({ ok }) => {
        if (ok && !isFilled()) location.reload();
      },
      () => undefined,
    );
  };
  addEventListener('visibilitychange', reload);
  // From the back-forward cache.
  addEventListener('pageshow', reload);
}
