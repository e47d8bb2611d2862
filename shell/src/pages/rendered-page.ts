import type { FormName, FormOutcome, ModuleId, PageHead } from '@vidlunnia/contracts';
import type { Failure } from '../failures';
import type { Page } from './pages';

/** Input for rendering a page. */
export interface PageRequest {
  readonly page: Page;
  readonly submission: Submission | null;
  /** The service that the contact form opens with: one that the form lists or the API has. */
  readonly service?: string | undefined;
  /** Renders with golden data instead of the API's: some of everything, or empty lists. */
  readonly golden?: 'full' | 'empty';
  /** Id of the visitor's request, passed on with the requests during rendering. */
  readonly requestId?: string;
}

/** Result of a form that was sent without a script; the page shows it. */
export interface Submission extends FormOutcome {
  readonly form: FormName;
}

/**
 * Milliseconds for the steps of making a page, all counted from its request: each leaves the next one time to use the
 * results. After the last, the visitor gets the cached page, else a plain 503 page.
 */
export const DEADLINES = {
  /** An island's data; then the page is rendered without them. */
  data: 2_000,
  /** Rendering; parts that are still waiting are cut off. */
  rendering: 2_600,
  /** The whole page from the worker; a worker that misses this repeatedly counts as hung. */
  page: 3_000,
} as const;

/** A page rendered by the server. */
export interface RenderedPage {
  /** `missing`: the address has no page. `lost`: its post or archive could not be loaded. */
  readonly kind: 'page' | 'missing' | 'lost';
  readonly head: PageHead;
  /** The content of the document's root element. */
  readonly html: Html;
  /** Parts that were not loaded or rendered. */
  readonly failures: readonly Failure[];
  /** Invalid items from the API that the page leaves out; it still counts as complete. */
  readonly notices?: readonly string[];
}

/** HTML with the islands in their places. */
export type Html = readonly (string | RenderedIsland)[];

export interface RenderedIsland {
  readonly id: ModuleId;
  readonly html: Html;
  /** Absent for an island without behaviour, which is only HTML. */
  readonly state?: ServedIsland;
}

/** What the browser needs to make an island of the server's HTML live, or to render one that the server could not. */
export interface ServedIsland {
  /** Its input from the outer island or the page's address; JSON, since it is embedded in the page. */
  readonly slot: object;
  /** The data of its rendering; absent when the server could not load its code. */
  readonly data?: unknown;
}

export type IslandStates = Readonly<Partial<Record<ModuleId, ServedIsland>>>;

export const textOf = (html: Html): string =>
  html.map((piece) => (typeof piece === 'string' ? piece : textOf(piece.html))).join('');

/** All islands, also those inside others. */
export const islandsIn = (html: Html): RenderedIsland[] =>
  html.flatMap((piece) => (typeof piece === 'string' ? [] : [piece, ...islandsIn(piece.html)]));

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
  readonly islands: Readonly<
    Partial<Record<ModuleId, ServedIsland & { readonly files: readonly StartFile[] }>>
  >;
  /** A form that was sent without a script; this page is the response. */
  readonly submission: Submission | null;
  /** Months for which submissions are kept; 0 keeps them. */
  readonly retentionMonths: number;
  /** Whether every part of the page was loaded. */
  readonly complete: boolean;
}

/** Attribute of the root element while links navigate inside the page: the document then prefetches none. */
export const FOLLOWS_LINKS = 'data-follows-links';
