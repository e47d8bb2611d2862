import type { ComponentType, ReactNode } from 'react';

/**
 * A page of a site. Sites add kinds. The kind `unknown` is an address without a page. The content of a page with
 * parameters is a single island, which gets them.
 */
export interface Page {
  readonly kind: string;
  readonly params?: object;
}

/** Head tags of a page. Sites may add properties for their own tags. */
export interface PageHead {
  readonly title: string;
  readonly description?: string;
  /** The page does not exist: its status is 404. */
  readonly missing?: true;
}

/** A module that a remote exposes: a component, optionally with the loading of its data and the head of its page. */
export interface RemoteModule {
  /** Its props are the site's `propsOf`, and `data`: the result of `load`, `null` without one or after a failure. */
  readonly default: ComponentType<object>;
  readonly load?: (
    params: object,
    context: { readonly api: object; readonly signal: AbortSignal },
  ) => Promise<unknown>;
  /** `data` is the result of `load`, `null` without one. */
  head?(this: void, data: unknown): PageHead;
  /** Whether the module has behaviour. A first page never loads code of other modules. */
  readonly interactive?: boolean;
}

/** The place of a module on its page. */
export interface ModulePlace {
  /** Kind of its page. */
  readonly page: string;
  /** Id of the module's element; `main` for the only island of a page. */
  readonly element: string;
  /** The outer module whose slot contains it; absent for modules directly in `main`. */
  readonly within?: string;
  readonly loads?: boolean;
}

/** Input of an island from an outer island or from the page's address; JSON, because the page carries it. */
export type Slots = Readonly<Record<string, object>>;

/** What the engine passes to `propsOf` for an island. */
export interface IslandInput {
  /** Client of the site's API. */
  readonly api: object;
  /** The page's input: see `PageRequest`. */
  readonly input: unknown;
  readonly slot: object;
}

export interface PlaceholderProps {
  /** Id of the island. */
  readonly id: string;
}

export interface FailedProps extends PlaceholderProps {
  /** Called when the visitor wants a retry. Absent on a server, which renders no button. */
  readonly onRetry?: (() => void) | undefined;
  readonly retrying?: boolean;
}

/**
 * The pages of a site, in browsers, render workers and the server. The engine passes back only pages and inputs that this
 * site returned, so a site may use its own, narrower types.
 */
export interface SitePages {
  /** All modules in page order, by id: `<remote>/<Module>`. */
  readonly modules: Readonly<Record<string, ModulePlace>>;
  /** The page of a URL's path. Never throws. */
  pageAt(this: void, pathname: string): Page;
  /** The canonical address of a page, which URL parsers leave unchanged; `UNKNOWN_ADDRESS` without a page. */
  addressOf(this: void, page: Page): string;
  /** Head of a page until an island gives another. */
  headOf(this: void, page: Page): PageHead;
}

/** A site where its pages are rendered: in browsers and render workers. */
export interface Site extends SitePages {
  /** Slots that a page's input fills, by island; with `null`, the page has none. */
  slotsOf?(this: void, input: unknown): Slots;
  /** Props of an island, without its data. */
  propsOf(this: void, id: string, given: IslandInput): object;
  /** Receives the facts of the release set, once, before anything is rendered. */
  setFacts?(this: void, facts: unknown): void;
  /** API address that the page's island requests first; the browser preloads it. */
  dataAddress?(this: void, page: Page): string | undefined;
  /** Shown while an island is loading. */
  readonly Waiting: ComponentType<PlaceholderProps>;
  /** Shown instead of a failed island. */
  readonly Failed: ComponentType<FailedProps>;
  /** Read by screen readers when a retry has loaded an island. */
  readonly recovered: string;
}

/** What a site puts around the islands. Browsers load it after the islands that the visitor wants first. */
export interface SiteFrame {
  /** The whole page around `main`, which is the children. It has an empty, hidden element with the attributes `ANNOUNCER`. */
  Frame(this: void, props: { readonly page: Page; readonly children: ReactNode }): ReactNode;
  /** What the site itself shows in `main`, before the islands. */
  Content(this: void, props: { readonly page: Page }): ReactNode;
  /** Kinds of pages to which links back lead, by the value of their `data-nav` attribute. */
  readonly linksBack?: Readonly<Record<string, readonly string[]>>;
  /** A hook for the live page, inside the router. */
  useLive?(this: void): void;
}

/** Packages that exist once on a page, by name: remotes get these instead of their own. */
export type SharedLibraries = Readonly<Record<string, object>>;

/** A page that a visitor requested. */
export interface PageRequest {
  readonly page: Page;
  /**
   * The page's extra input as JSON, for example a form's result. The engine does not read it. `null` or absent: none.
   */
  readonly input?: unknown;
  /** Distinguishes cached pages of one address with different input. */
  readonly variant?: string;
  /**
   * The response to a rejected form: the page contains the visitor's values, and the browser shows the form's address. It
   * is never cached.
   */
  readonly returnsInput?: boolean;
  /** Renders with this golden data instead of the API's. */
  readonly golden?: string;
  /** Id of the visitor's request, passed on with the requests during rendering. */
  readonly requestId?: string;
}

/** A page that every release set must render before it goes live. */
export interface GoldenPage extends PageRequest {
  /** Texts that an island's HTML must contain, by what they are. */
  readonly keeps?: { readonly island: string; readonly texts: Readonly<Record<string, string>> };
}

/** A message to a visitor. `html` follows the words, unescaped. */
export interface Notice {
  readonly title: string;
  readonly words: string;
  readonly html?: string;
}

/** A part of a preview: a candidate release, or a draft of the content. */
export interface PreviewItem {
  /** The remote's name; `null` for a draft of the content. */
  readonly name: string | null;
  readonly version: string;
  /** Milliseconds since 1970. */
  readonly until: number;
  readonly commit: string | null;
  readonly provenance: { readonly subject: string; readonly difference?: unknown } | null;
}

/** Texts around previews. `endForm` is the form that ends a preview. */
export interface PreviewTexts {
  /** HTML of the form that posts to this address to end a preview. */
  endForm(this: void, action: string): string;
  /** A release of the preview was rejected. */
  failed(this: void, step: string, reason: string, endForm: string): Notice;
  /** No token of the preview is valid: `late` after its end. */
  refused(this: void, reason: 'late' | 'invalid'): Notice;
  /** Shown above every page of a preview: HTML with its style rules. */
  banner(
    this: void,
    items: readonly PreviewItem[],
    endForm: string,
  ): { readonly html: string; readonly css: string };
}

/** What a document needs of a rendered page. */
export interface DocumentHead {
  readonly page: Page;
  /** `missing`: the address has no page. `lost`: its content could not be loaded. */
  readonly kind: 'page' | 'missing' | 'lost';
  readonly head: PageHead;
  /** Public origin of the site. */
  readonly siteUrl: string;
  readonly facts: unknown;
}

/** Loaded facts, with the version of their content; `null` if it has none. */
export interface LoadedFacts {
  readonly version: string | null;
  readonly facts: unknown;
}

/** The site's facts: JSON that pages show, from a source that may change or break. */
export interface FactsSource {
  /** For messages: `The owner’s details`. */
  readonly name: string;
  /** In force until the source has responded for the first time. */
  readonly initial: unknown;
  /** Loads the current facts, or those of one version of the content; `null` when there are none. */
  load(this: void, version?: string): Promise<LoadedFacts | null>;
  /** Returns the facts in loaded ones. Throws an error that locates the mistake. */
  check(this: void, loaded: unknown): unknown;
}

/** A site in the server. */
export interface ServerSite extends SitePages {
  /** Contract versions that releases may have been built for. */
  readonly contractVersions: readonly number[];
  /** Language of documents (BCP 47). */
  readonly language: string;
  /** The page of a request's URL; or an address to which it is redirected. */
  requestOf(this: void, url: string): Promise<PageRequest | { readonly redirect: string }>;
  /** Tags in the head of a document, after title and description. */
  headTags(this: void, document: DocumentHead): readonly string[];
  /** URL patterns of documents that browsers fetch when a link is pressed (speculation rules). */
  readonly prefetched?: readonly string[];
  /** Names of the Trusted Types policies that remotes' code creates. */
  readonly trustedTypes?: readonly string[];
  /** Hash sources of style elements that remotes' code inserts (Content-Security-Policy). */
  readonly styleSources?: readonly string[];
  /** A whole document for a visitor who gets no page; the default notice of the status without `notice`. */
  noticePage(this: void, facts: unknown, status: number, notice?: Notice): string;
  /** Without a source, pages have no facts. */
  readonly facts?: FactsSource;
  readonly goldenPages: Readonly<Record<string, GoldenPage>>;
}
