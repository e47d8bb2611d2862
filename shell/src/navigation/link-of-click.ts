/**
 * The same-origin link that a click follows in this tab, or `null` when the browser has to handle it: another button, a
 * modifier key, a download, another target, another site, or a call of `preventDefault`.
 */
export function linkOfClick(event: MouseEvent): HTMLAnchorElement | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link?.href || link.hasAttribute('download')) return null;
  if (link.target !== '' && link.target !== '_self') return null;
  const url = new URL(link.href);
  return url.origin === window.location.origin && !isFile(url.pathname) ? link : null;
}

/** Addresses on the site's origin that are not pages. */
const isFile = (pathname: string) => /^\/(api|assets|remotes|-)\//.test(pathname) || /\.\w+$/.test(pathname);
