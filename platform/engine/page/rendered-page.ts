import type { PageHead } from '../site';
import type { Failure } from './failures';

/**
 * Deadlines of a page's steps, in milliseconds after its request. The first, for the data of islands, is the setting
 * `ISLAND_DATA_MS`. Each leaves the next step time to use the results.
 * After the last, the visitor gets the cached page, else a plain 503 page.
 */
export const DEADLINES = {
  /** For rendering; pending parts are cut off. */
  rendering: 2_600,
  /** For the worker's whole page. A worker that repeatedly misses this deadline counts as hung. */
  page: 3_000,
} as const;

/** A page rendered by the server. */
export interface RenderedPage {
  /** `missing`: the address has no page. `lost`: its content could not be loaded. */
  readonly kind: 'page' | 'missing' | 'lost';
  readonly head: PageHead;
  /** The content of the document's root element. */
  readonly html: Html;
  /** Parts that could not be loaded or rendered. */
  readonly failures: readonly Failure[];
  /** Invalid items from the API, which the page leaves out. The page still counts as complete. */
  readonly notices?: readonly string[];
}

/** HTML, split at the islands. */
export type Html = readonly (string | RenderedIsland)[];

export interface RenderedIsland {
  readonly id: string;
  readonly html: Html;
  /** Absent for an island that is not interactive: it is only HTML. */
  readonly state?: ServedIsland;
}

/** Input for the browser to make an island live, or to render an island that failed on the server. */
export interface ServedIsland {
  /** Input from the outer island or the page's address; JSON, because it is embedded in the page. */
  readonly slot: object;
  /** The data of its rendering; absent when the server could not load its code. */
  readonly data?: unknown;
}

export type IslandStates = Readonly<Partial<Record<string, ServedIsland>>>;

export const textOf = (html: Html): string =>
  html.map((piece) => (typeof piece === 'string' ? piece : textOf(piece.html))).join('');

/** All islands, including nested ones. */
export const islandsIn = (html: Html): RenderedIsland[] =>
  html.flatMap((piece) => (typeof piece === 'string' ? [] : [piece, ...islandsIn(piece.html)]));

/** Id of the element with the document's `PageStart`. */
export const PAGE_START_ELEMENT = 'page-start';

/** Reads data that the server embedded in the document. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows what the server embedded
export const readJson = <Value>(id: string): Value =>
  // The same build of the site wrote it from a value of this type.
  JSON.parse(document.getElementById(id)?.textContent ?? '') as Value;

/** A script or a style sheet: its address, and its `integrity` attribute if it is checked. */
export type StartFile = readonly [href: string, integrity?: string];

/** The files and state with which the first page starts at the visitor's first intent. */
export interface PageStart {
  readonly files: {
    /** The site's own scripts, which run first. */
    readonly shell: readonly StartFile[];
    /**
     * Files that make frame and navigation live, and the site's style sheets (the document has only their used
     * rules).
     */
    readonly app: readonly StartFile[];
    /** Files that load remotes' code. */
    readonly remotes: readonly StartFile[];
  };
  readonly islands: Readonly<
    Partial<Record<string, ServedIsland & { readonly files: readonly StartFile[] }>>
  >;
  /** The page's input (`PageRequest`). */
  readonly input: unknown;
  /** Only when the page returns a visitor's input: the browser then shows the form's address, and this is the page's. */
  readonly address?: string;
  /** Whether every part of the page was loaded. */
  readonly complete: boolean;
}

/** Attribute of the root element while the router follows links; the browser then prefetches no documents. */
export const FOLLOWS_LINKS = 'data-follows-links';
