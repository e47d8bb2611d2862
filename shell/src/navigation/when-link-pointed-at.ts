import { followedLink } from './link-of-click';

/** Calls `prepare` with the path of every page of the site to which a visitor points or presses a link. */
export function whenLinkIsPointedAt(prepare: (pathname: string) => void): void {
  const notice = ({ target }: Event) => {
    const link = followedLink(target);
    if (link && link.pathname !== window.location.pathname) prepare(link.pathname);
  };
  document.addEventListener('pointerover', notice, { passive: true });
  document.addEventListener('pointerdown', notice, { passive: true });
}
