/** Addresses of scripts on this site. */
const OWN_SCRIPT = /^\/(?:assets|remotes)\/[\w./-]+\.js$/;

/**
 * The page requires Trusted Types: any other script address, and any other text as HTML or code, throws. One policy
 * serves the starter, webpack and the federation: all of them set `src` to text.
 */
export function createPolicy(): void {
  window.trustedTypes?.createPolicy('default', {
    // React clears an element that keeps server HTML in this way (`KEPT_HTML`).
    createHTML: (html) => (html === '' ? html : null),
    createScriptURL: (address) => {
      const { origin, pathname } = new URL(address, location.href);
      return origin === location.origin && OWN_SCRIPT.test(pathname) ? address : null;
    },
  });
}
