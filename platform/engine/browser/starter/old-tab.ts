/**
 * Milliseconds after which a page's data is old. Browsers may cache an API response for eleven minutes, so an earlier
 * reload would get the same data.
 */
const MAX_AGE = 15 * 60_000;

/**
 * Reloads an old page when its tab is shown again, unless the visitor has filled in something. If the page cannot be
 * loaded, the old page stays.
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
