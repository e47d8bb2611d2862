import type { ModuleId } from '@vidlunnia/contracts';
import type { ServedIsland, PageState } from '../pages/page-state';

/** Id of the element in which the document carries its `PageStart`. */
export const PAGE_START_ELEMENT = 'page-start';

/** A script or a style sheet: its address, and what its `integrity` attribute says where it is checked. */
export type StartFile = readonly [href: string, integrity?: string];

/** What the first page begins with when its visitor does. */
export interface PageStart extends Omit<PageState, 'islands'> {
  readonly files: {
    /** The shell's scripts that run first. */
    readonly shell: readonly StartFile[];
    /** What makes header and navigation live; the shell's style sheets, of which the document has what it uses. */
    readonly app: readonly StartFile[];
    /** What loads remotes' code. */
    readonly remotes: readonly StartFile[];
    /** What the page needs to which most links lead. */
    readonly next: readonly StartFile[];
  };
  readonly islands: {
    readonly [Id in ModuleId]?: ServedIsland<Id> & { readonly files: readonly StartFile[] };
  };
}

/** How the starter and the shell's code meet: `window.starter`. */
export interface Starter {
  /** Islands that the visitor wants live, in the order of wanting. */
  readonly wanted: Set<ModuleId>;
  /** Set by the shell's code: is called for every island that is wanted from then on. */
  onWanted?: (id: ModuleId) => void;
  /** Set by the navigation: is called with the path of a link to which the visitor points, or that they press. */
  onPointed?: (pathname: string) => void;
  /** The last link or button that was pressed in an island which was not live. */
  readonly pressed: Map<ModuleId, HTMLElement>;
  /** Says what became of an island: a form that was sent meanwhile is sent by its code, or natively where there is none. */
  settle(id: ModuleId, live: boolean): void;
}

declare global {
  interface Window {
    starter: Starter;
    /** What TypeScript does not declare yet, of it what is used (https://w3c.github.io/trusted-types/dist/spec/). */
    readonly trustedTypes?: {
      /** The policy that text goes through wherever the page demands a type; `null` is refused. */
      createPolicy(
        name: 'default',
        rules: { createHTML(html: string): string | null; createScriptURL(address: string): string | null },
      ): unknown;
    };
  }
}
