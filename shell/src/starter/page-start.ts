import type { ModuleId } from '@vidlunnia/contracts';
import type { Submission } from '../pages/page-request';
import type { ServedIsland } from '../pages/rendered-page';

/** Id of the element with the document's `PageStart`. */
export const PAGE_START_ELEMENT = 'page-start';

/** Reads data that the server embedded in the document. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows what the server embedded
export const readJson = <Value>(id: string): Value =>
  // Written by the same release of the shell, from a value of this type.
  JSON.parse(document.getElementById(id)?.textContent ?? '') as Value;

/** A script or a style sheet: its address, and its `integrity` attribute if it is checked. */
export type StartFile = readonly [href: string, integrity?: string];

/** The files and state with which the first page starts at the visitor's first intent. */
export interface PageStart {
  readonly files: {
    /** The shell's scripts that run first. */
    readonly shell: readonly StartFile[];
    /**
     * Files that make header and navigation live, and the shell's style sheets, of which the document has only the used
     * rules.
     */
    readonly app: readonly StartFile[];
    /** Files that load remotes' code. */
    readonly remotes: readonly StartFile[];
  };
  readonly islands: {
    readonly [Id in ModuleId]?: ServedIsland<Id> & { readonly files: readonly StartFile[] };
  };
  /** A form that was sent without a script; this page is the response. */
  readonly submission: Submission | null;
  /** Months for which submissions are kept; 0 keeps them. */
  readonly retentionMonths: number;
  /** Whether every part of the page was loaded. */
  readonly complete: boolean;
}

/** Interface between the starter and the shell's code: `window.starter`. */
export interface Starter {
  /** Islands that the visitor wants live, in order. */
  readonly wanted: Set<ModuleId>;
  /** Set by the shell's code: called for every island that is wanted from then on. */
  onWanted?: (id: ModuleId) => void;
  /**
   * Set by the navigation: called with the path of a link that the visitor points to or presses, except by a touch.
   */
  onPointed?: (pathname: string) => void;
  /** Whether the visitor has typed or chosen something. */
  readonly isFilled: () => boolean;
  /** The last link or button that was pressed in an island before it was live. */
  readonly pressed: Map<ModuleId, HTMLElement>;
  /**
   * Reports the result for an island: its code sends a form that was sent meanwhile, or the browser if there is no
   * code.
   */
  settle(id: ModuleId, live: boolean): void;
}

declare global {
  interface Window {
    starter: Starter;
    /**
     * The used part of an API that TypeScript does not declare yet (https://w3c.github.io/trusted-types/dist/spec/).
     */
    readonly trustedTypes?: {
      /** The policy for all text where the page requires a trusted type; `null` is rejected. */
      createPolicy(
        name: 'default',
        rules: { createHTML(html: string): string | null; createScriptURL(address: string): string | null },
      ): unknown;
    };
  }
}
