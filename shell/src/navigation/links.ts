/**
 * The same-origin link that a click follows in this tab, or `null` when the browser itself has to handle it: another
 * button, a modifier key, a download, another target, another site, or somebody's `preventDefault`.
 */
export function linkOfClick(event: MouseEvent): HTMLAnchorElement | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  return followedLink(event.target);
}

/** Calls `prepare` with the path of every page of the site to which a visitor points or presses a link. */
export function whenLinkIsPointedAt(prepare: (pathname: string) => void): void {
  const notice = ({ target }: Event) => {
    const link = followedLink(target);
    if (link && link.pathname !== window.location.pathname) prepare(link.pathname);
  };
  document.addEventListener('pointerover', notice, { passive: true });
  document.addEventListener('pointerdown', notice, { passive: true });
}

/** The same-origin link around a target that leads to a page in this tab, or `null`. */
function followedLink(target: EventTarget | null): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link?.href || link.hasAttribute('download')) return null;
  if (link.target !== '' && link.target !== '_self') return null;
  const url = new URL(link.href);
  return url.origin === window.location.origin && !isFile(url.pathname) ? link : null;
}

/** Addresses on the site's origin that are no pages. */
const isFile = (pathname: string) => /^\/(api|assets|remotes|-)\//.test(pathname) || /\.\w+$/.test(pathname);
