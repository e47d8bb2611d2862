import { isFilled, pressed, settle } from './early-input';
import { wanted } from './intents';
import { reloadWhenOld } from './old-tab';

// The script of the first page. It is inlined in the document and uses no framework (docs/performance.md).

createPolicy();
reloadWhenOld(isFilled);
window.starter = { wanted, pressed, settle, isFilled };

/** Interface between the starter and the site's code: `window.starter`. */
export interface Starter {
  /** Islands that the visitor wants live, in order. */
  readonly wanted: Set<string>;
  /** Set by the site's code. Called for every island that is wanted later. */
  onWanted?: (id: string) => void;
  /** Set by the navigation. Called with the path of a link that the visitor points to or presses, except by a touch. */
  onPointed?: (pathname: string) => void;
  /** Whether the visitor has typed or chosen something. */
  readonly isFilled: () => boolean;
  /** The last link or button that was pressed in an island before it was live. */
  readonly pressed: Map<string, HTMLElement>;
  /**
   * Reports the result for an island. A form that was sent meanwhile is sent by the island's code, or by the browser
   * without code.
   */
  settle(id: string, live: boolean): void;
}

declare global {
  interface Window {
    starter: Starter;
    /** An API that TypeScript does not declare yet (https://w3c.github.io/trusted-types/dist/spec/). */
    readonly trustedTypes?: {
      /** Creates the policy for text where a trusted type is required. A rule's `null` rejects the text. */
      createPolicy(
        name: 'default',
        rules: { createHTML(html: string): string | null; createScriptURL(address: string): string | null },
      ): unknown;
    };
  }
}

/** Addresses of scripts on this site. */
const OWN_SCRIPT = /^\/(?:assets|remotes)\/[\w./-]+\.js$/;

/**
 * The page requires Trusted Types, so any other script address, and any other text as HTML or code, throws. One policy
 * serves the starter, webpack and the federation, because all of them set `src` to text.
 */
function createPolicy(): void {
  window.trustedTypes?.createPolicy('default', {
    // React clears an element with `KEPT_HTML` by setting empty text.
    createHTML: (html) => (html === '' ? html : null),
    createScriptURL: (address) => {
      const { origin, pathname } = new URL(address, location.href);
      return origin === location.origin && OWN_SCRIPT.test(pathname) ? address : null;
    },
  });
}
