import { useSyncExternalStore } from 'react';
import { reportFailure, withDeadline, type Failure } from '../failures';
import type { Page, RemoteModule, SitePages } from '../../site';
import { modulesOf, remoteOf, type Zone } from '../modules';
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
  /** How often its code was loaded. */
  readonly attempt: number;
  /** The server's elements, which stay when the island cannot be made live. */
  readonly rendered: readonly Element[] | null;
}

export interface LifecycleContext {
  readonly load: RemoteLoader;
  readonly api: object;
  /** Milliseconds for an island's data. */
  readonly dataDeadline: number;
  /** Logs a failure of an island, and returns it. */
  readonly note: (id: string, stage: Failure['stage'], error: unknown) => Failure;
}

/**
 * The life of one island.
 *
 *     waiting  ── its page is visited, or it takes over the server's HTML ──▶ loading
 *     loading  ── its code is loaded; its code cannot be loaded ──────────▶ live; failed
 *     live     ── it crashes ─────────────────────────────────────────────▶ failed
 *     live, failed ── without data or code, its page is visited again ────▶ loading
 *     failed   ── a visitor retries ──────────────────────────────────────▶ retrying
 *     retrying ── its code is loaded; its code cannot be loaded ──────────▶ live; failed
 *
 * `loading` shows a placeholder or the server's HTML; `retrying` keeps the current content. A failed island shows the
 * server's HTML, which works as without scripts, or a message with a retry button.
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
  /** Copies of the server's elements from before the island's code changed these. */
  #copies: readonly Element[] = [];
  /** Whether the component and its effects were mounted. */
  #isMounted = false;
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
    this.#isAwaited = false;
    this.#set({ status: 'loading', loaded: null, failure: null, rendered: null });
    await this.#load();
  }

  /**
   * Takes over the server's elements, and loads the island's code. `data` is the data of the server's rendering, `null`
   * when the server had none. Resolves when loading has settled.
   */
  async adopt(rendered: readonly Element[], data: unknown): Promise<void> {
    this.#copies = rendered.map((element) => document.importNode(element, true));
    this.#set({ status: 'loading', rendered });
    await this.#load(data);
  }

  /** Retries a failed island for a visitor. The current content stays until the code is loaded. */
  async retry(): Promise<void> {
    if (this.state.get().status === 'retrying') return;
    this.#isAwaited = true;
    this.#set({ status: 'retrying' });
    await this.#load();
  }

  /** Called when the island is mounted. Returns whether a visitor waits for the result of a retry. */
  mounted(): boolean {
    const isAwaited = this.#isAwaited;
    this.#isMounted = true;
    this.#isAwaited = false;
    return isAwaited;
  }

  /** The server's elements to show after a crash. The island's code may have changed those that it had mounted. */
  kept(): readonly Element[] {
    return this.#isMounted ? this.#copies : (this.state.get().rendered ?? []);
  }

  /** Called when the component threw. */
  readonly crash = (error: unknown): void => {
    const { loaded } = this.state.get();
    if (!loaded) return;
    const { id } = this;
    void reportFailure({ remote: remoteOf(id), version: loaded.version, kind: 'crashed', island: id });
    this.#set({ status: 'failed', failure: { id, stage: 'render', reason: String(error) } });
  };

  /** Never rejects. `served` is the data of the server's HTML. */
  async #load(served?: unknown): Promise<void> {
    let loaded: LifecycleState['loaded'] = null;
    let data: unknown = null;
    let failure: LifecycleState['failure'] = null;
    try {
      loaded = await this.context.load(this.id);
      data = served === undefined ? await this.#loadData(loaded.module) : served;
      if (loaded.module.load && served === null)
        failure = { id: this.id, stage: 'data', reason: 'the server had none' };
    } catch (error) {
      failure = this.context.note(this.id, loaded ? 'data' : 'load', error);
    }
    const attempt = this.state.get().attempt + Number(loaded !== null);
    this.#set({ status: loaded ? 'live' : 'failed', loaded, data, failure, attempt });
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
    return modulesOf(this.site, page, this.zones).map((id) => this.island(id, page.params ?? {}));
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
