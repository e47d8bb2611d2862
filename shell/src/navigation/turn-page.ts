/**
 * Shows another page: the browser fades it over, and lets grow what has the same `view-transition-name` on both. Not
 * for who wants less motion.
 */
export function turnPage(show: () => unknown): void {
  if (!('startViewTransition' in document) || matchMedia('(prefers-reduced-motion: reduce)').matches) {
    show();
    return;
  }
  const { ready } = document.startViewTransition(async () => {
    await show();
  });
  // It rejects when there is nothing to see: the tab is hidden, or the next page comes already.
  ready.catch(() => undefined);
}
