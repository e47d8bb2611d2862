import { useSyncExternalStore } from 'react';
import { reportFailure, withDeadline, type Failure } from '../failures';
import type { Page, RemoteModule, SitePages } from '../../site';
import { islandsOf, remoteOf, type Zone } from '../modules';
import type { LoadedModule, RemoteLoader } from '../remotes/release-set';

/** A value that components can observe. */
export class Observable<Value> {
  readonly #listeners = new Set<() => void>();
  #value: Value;

  constructor(value: Value) {
    this.#value = value;
  }

  readonly get = (): Value => this.#value;

  set(value: Value): void {
    this.#value = value;
    for (const listener of this.#listeners) listener();
  }

  /** Calls a listener at every change. Returns a function that unsubscribes it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

/** The current value. Hydration starts with `served`, the value during server rendering. */
export const useObservable = <Value>({ subscribe, get }: Observable<Value>, served = get()): Value =>
  useSyncExternalStore(subscribe, get, () => served);

export interface LifecycleState {
  readonly status: 'waiting' | 'loading' | 'live' | 'failed' | 'retrying';
  /** Set if the island is live. `data` is `null` when the module loads no data or loading failed. */
  readonly loaded: LoadedModule | null;
  readonly data: unknown;
  /** Why the island failed, or has no data. */
  readonly failure: Failure | null;
  /** Number of the attempt that is shown. */
  readonly attempt: number;
  /** The server's elements, which stay when the island cannot be made live. */
  readonly rendered: readonly Element[] | null;
}

export interface LifecycleContext {
  readonly loader: RemoteLoader;
  readonly api: object;
  /** Milliseconds for an island's data. */
  readonly dataDeadline: number;
  /** Logs a failure of an island, and returns it. */
  readonly note: (id: string, stage: Failure['stage'], error: unknown) => Failure;
}

type Arrival = Pick<LifecycleState, 'loaded' | 'data' | 'failure'>;

/**
 * The life of one island.
 *
 *     waiting  ── its page is visited, or it takes over the server's HTML ──▶ loading
 *     loading  ── its code is loaded ─────────────────────────────────────▶ live
 *     loading  ── no release has its code ────────────────────────────────▶ failed
 *     live     ── it crashes ─────────────────────────────────────────────▶ failed
 *     live, failed ── without data or code, its page is visited again ────▶ loading
 *     failed   ── it crashed in mounting, or a visitor retries ───────────▶ retrying
 *     retrying ── another release is loaded; no release has its code ─────▶ live; failed
 *
 * `loading` shows a placeholder or the server's HTML; `retrying` keeps the current content. Only code of the release
 * that rendered the HTML hydrates it. Another release replaces the whole HTML, but only if the visitor has not
 * interacted with it. Otherwise the HTML stays, and works as without scripts.
 */
export class Lifecycle {
  readonly state = new Observable<LifecycleState>({
    status: 'waiting',
    loaded: null,
    data: null,
    failure: null,
    attempt: 0,
    rendered: null,
  });
  readonly #crashed = new Set<string>();
  /** Copies of the server's elements from before the island's code changed these. */
  #copies: readonly Element[] = [];
  /** The attempt whose component and effects were mounted. */
  #mounted: number | undefined;
  /** Whether a visitor waits for a retry of the island. */
  #isAwaited = false;

  constructor(
    readonly id: string,
    readonly params: object,
    private readonly context: LifecycleContext,
  ) {}

  /** Loads the island for a visit of its page; again after a failure or without data. Resolves when settled. */
  async open(): Promise<void> {
    const { status, failure } = this.state.get();
    if (status === 'retrying' || (status !== 'waiting' && !failure)) return;
    this.#set({ status: 'loading', loaded: null, failure: null, rendered: null });
    this.#show(await this.#arrive(status === 'waiting' ? 'page' : 'live'));
  }

  /**
   * Takes over the server's elements, and loads the island's code. `data` is the data of the server's rendering, `null`
   * when the server had none. Resolves when loading has settled.
   */
  async adopt(rendered: readonly Element[], data: unknown): Promise<void> {
    this.#copies = rendered.map((element) => document.importNode(element, true));
    this.#set({ status: 'loading', rendered });
    const arrival = await this.#arrive('page', data);
    if (arrival.loaded?.isOfPage || this.#mayReplace(arrival)) this.#show(arrival);
    else this.#keep(arrival.failure?.reason ?? 'a visitor uses it');
  }

  /** Retries a failed island for a visitor. The current content stays until the code is loaded. */
  async retry(): Promise<void> {
    this.#crashed.clear();
    this.#isAwaited = true;
    if (!(await this.#tryNextRelease())) this.#isAwaited = false;
  }

  /** Called when an attempt is mounted. Returns whether a visitor waits for the result of a retry. */
  mounted(attempt: number): boolean {
    const isAwaited = this.#isAwaited;
    this.#mounted = attempt;
    this.#isAwaited = false;
    return isAwaited;
  }

  /** The server's elements to show after a crash. The island's code may have changed those that it had mounted. */
  kept(): readonly Element[] {
    const { attempt, rendered } = this.state.get();
    return this.#mounted === attempt ? this.#copies : (rendered ?? []);
  }

  /** Called when an attempt's component threw. After mounting it may have input, so no release replaces it. */
  async crash(attempt: number, error: unknown): Promise<void> {
    const { attempt: shown, loaded, rendered } = this.state.get();
    if (attempt !== shown || !loaded) return;
    const { version } = loaded;
    void reportFailure({ remote: remoteOf(this.id), version, kind: 'crashed', island: this.id });
    this.#set({ status: 'failed', failure: { id: this.id, stage: 'render', reason: String(error) } });
    if (this.#mounted === attempt) return;
    this.#crashed.add(loaded.version);
    if (!(await this.#tryNextRelease()) && rendered) this.#keep(error);
  }

  /** Loads the next release in the background. Resolves to whether it is shown now. */
  async #tryNextRelease(): Promise<boolean> {
    if (this.state.get().status === 'retrying') return false;
    this.#set({ status: 'retrying' });
    const arrival = await this.#arrive('live');
    const isBetter = this.#mayReplace(arrival);
    if (isBetter) this.#show(arrival);
    else this.#set({ status: 'failed' });
    return isBetter;
  }

  #mayReplace({ loaded, failure }: Arrival): boolean {
    const { rendered } = this.state.get();
    return rendered ? !failure && !hasUserInteraction(rendered) : loaded !== null;
  }

  #show(arrival: Arrival): void {
    const { attempt } = this.state.get();
    this.#set({ ...arrival, attempt: attempt + 1, status: arrival.loaded ? 'live' : 'failed' });
  }

  /** Keeps the server's HTML for good. */
  #keep(error: unknown): void {
    this.#set({ status: 'failed', failure: this.context.note(this.id, 'hydrate', error) });
  }

  /** Never rejects. `served` is the data of the server's HTML. */
  async #arrive(begin: 'page' | 'live', served?: unknown): Promise<Arrival> {
    let loaded: LoadedModule | null = null;
    try {
      loaded = await this.context.loader.load(this.id, begin, this.#crashed);
      if (served === undefined || !loaded.isOfPage) {
        return { loaded, data: await this.#loadData(loaded.module), failure: null };
      }
      const lacksData = loaded.module.load && served === null;
      const failure = { id: this.id, stage: 'data', reason: 'the server had none' } as const;
      return { loaded, data: served, failure: lacksData ? failure : null };
    } catch (error) {
      return { loaded, data: null, failure: this.context.note(this.id, loaded ? 'data' : 'load', error) };
    }
  }

  async #loadData({ load }: RemoteModule): Promise<unknown> {
    const { api, dataDeadline } = this.context;
    if (!load) return null;
    const loading = load(this.params, { api, signal: AbortSignal.timeout(dataDeadline) });
    // A module may ignore the signal.
    return withDeadline(loading, dataDeadline, () => new Error('Its data took too long'));
  }

  #set(changes: Partial<LifecycleState>): void {
    this.state.set({ ...this.state.get(), ...changes });
  }
}

/** All islands of the visited pages, so that they appear at once when the visitor returns. */
export class IslandStore {
  /** By module and parameters. */
  readonly #islands = new Map<string, Lifecycle>();

  /** `zones` are the zones of the page's release set. */
  constructor(
    private readonly site: Pick<SitePages, 'modules'>,
    private readonly context: LifecycleContext,
    readonly zones: readonly Zone[] = [],
  ) {}

  island(id: string, params: object): Lifecycle {
    const key = `${id} ${JSON.stringify(params)}`;
    const island = this.#islands.get(key) ?? new Lifecycle(id, params, this.context);
    this.#islands.set(key, island);
    return island;
  }

  /** The islands of a page, in its order. */
  on(page: Page): Lifecycle[] {
    return islandsOf(this.site, page, this.zones).map(({ id, params }) => this.island(id, params));
  }

  /** Loads all islands of a page in parallel. Resolves when each is loaded or failed. */
  async open(page: Page): Promise<void> {
    await Promise.all(this.on(page).map((island) => island.open()));
  }

  /** Whether loading of every island of a page has begun. */
  hasOpened(page: Page): boolean {
    return this.on(page).every(({ state }) => state.get().status !== 'waiting');
  }
}

/**
 * Whether the focus is in these server-rendered elements, or one of their fields has changed. Then they must not be
 * removed.
 */
export const hasUserInteraction = (nodes: readonly Element[]): boolean =>
  nodes.some(
    (node) => node.contains(document.activeElement) || [...node.querySelectorAll('*')].some(isChanged),
  );

function isChanged(element: Element): boolean {
  if (element instanceof HTMLInputElement) {
    const { type, value, defaultValue, checked, defaultChecked } = element;
    return type === 'checkbox' || type === 'radio' ? checked !== defaultChecked : value !== defaultValue;
  }
  if (element instanceof HTMLTextAreaElement) return element.value !== element.defaultValue;
  return element instanceof HTMLSelectElement && element.selectedIndex !== givenIndex(element);
}

/** Without a selected option in the HTML, browsers select the first. */
const givenIndex = ({ options }: HTMLSelectElement) =>
  Math.max(
    [...options].findIndex(({ defaultSelected }) => defaultSelected),
    0,
  );
