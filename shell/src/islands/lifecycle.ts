import type { Api, ModuleId, ModuleParams, RemoteModule } from '@vidlunnia/contracts';
import type { Failure } from '../failure';
import { islandsOf, type Page } from '../pages/pages';
import type { Zone } from '../pages/page-table';
import { withDeadline } from '../remotes/deadline';
import type { LoadedModule, RemoteLoader } from '../remotes/remote-loader';
import { reportIsland } from '../reports/island-reports';
import { hasUserInteraction } from './has-user-interaction';
import { Observable } from './observable';

export interface LifecycleState {
  readonly status: 'waiting' | 'loading' | 'live' | 'failed';
  /** Set if the island is live; `data` is `null` when it loads none or loading failed. */
  readonly loaded: LoadedModule<ModuleId> | null;
  readonly data: unknown;
  /** Why it failed, or has no data. */
  readonly failure: Failure | null;
  /** Number of the attempt that is shown. */
  readonly attempt: number;
  /** Whether another attempt is in progress behind it. */
  readonly isRetrying: boolean;
  /** The server's elements, which stay when the island cannot be made live. */
  readonly rendered: readonly Element[] | null;
}

export interface LifecycleContext {
  readonly loader: RemoteLoader;
  readonly api: Api;
  /** Milliseconds for an island's data. */
  readonly dataDeadline: number;
  /** Logs a failure of an island, and returns it as a value. */
  readonly note: (id: ModuleId, stage: Failure['stage'], error: unknown) => Failure;
}

type Arrival = Pick<LifecycleState, 'loaded' | 'data' | 'failure'>;

const UNLOADED: Arrival = { loaded: null, data: null, failure: null };

/**
 * The life of one island.
 *
 *     waiting ── wanted ──▶ loading ── its code is loaded ──▶ live
 *                              │                               │
 *                    no release has its code               it crashes
 *                              ▼                               ▼
 *                            failed ◀──────────────────────────┘
 *
 *     failed ── its page is visited again ──▶ loading
 *     failed ── after a crash during mounting, or a visitor's retry: the next release is loaded ──▶ live
 *
 * `loading` shows a placeholder, or the server's HTML. Only code of the release that made the HTML takes it over.
 * Another release replaces it as a whole, and only while no visitor has interacted with it; otherwise the HTML stays,
 * and works as without scripts.
 */
export class Lifecycle {
  readonly state = new Observable<LifecycleState>({
    ...UNLOADED,
    status: 'waiting',
    attempt: 1,
    isRetrying: false,
    rendered: null,
  });
  /** Versions that crashed during mounting. */
  readonly #crashed = new Set<string>();
  /** The attempt that was mounted, including its effects. */
  #mounted: number | undefined;
  /** Whether a visitor waits for a retry of it. */
  #isAwaited = false;

  constructor(
    readonly id: ModuleId,
    readonly params: ModuleParams<ModuleId>,
    private readonly context: LifecycleContext,
  ) {}

  /** Loads it for a visit of its page; again after a failure or without data. Resolves when that is settled. */
  async open(): Promise<void> {
    const { status, failure, attempt, isRetrying } = this.state.get();
    if (isRetrying || (status !== 'waiting' && !failure)) return;
    const isFirst = status === 'waiting';
    const next = isFirst ? attempt : attempt + 1;
    this.#set({ ...UNLOADED, status: 'loading', rendered: null, attempt: next });
    this.#show(await this.#arrive(isFirst ? 'page' : 'live'), next);
  }

  /**
   * Takes over the server's HTML: its elements, and the data of its rendering, `null` when it loads nothing or the
   * server could not load them. Loads its code now. Resolves when that is settled.
   */
  async adopt(rendered: readonly Element[], data: unknown): Promise<void> {
    this.#set({ status: 'loading', rendered });
    const arrival = await this.#arrive('page', data);
    if (arrival.loaded?.isOfPage || this.#mayReplace(arrival)) this.#show(arrival, 1);
    else this.#keep(arrival.failure?.reason ?? 'a visitor uses it');
  }

  /** Tries a failed island again, for a visitor. The current content stays until the code is loaded. */
  async retry(): Promise<void> {
    this.#crashed.clear();
    this.#isAwaited = true;
    if (!(await this.#tryNextRelease())) this.#isAwaited = false;
  }

  /** An attempt is mounted and handles its events. Returns whether a visitor waits for a retry of it. */
  mounted(attempt: number): boolean {
    const isAwaited = this.#isAwaited;
    this.#mounted = attempt;
    this.#isAwaited = false;
    return isAwaited;
  }

  /** The component of an attempt threw. After mounting it may have a visitor's input: nothing replaces it. */
  async crash(attempt: number, error: unknown): Promise<void> {
    const { attempt: shown, loaded, rendered } = this.state.get();
    if (attempt !== shown || !loaded) return;
    reportIsland({ island: this.id, version: loaded.version, kind: 'crashed' });
    const failure: Failure = { id: this.id, stage: 'render', reason: String(error) };
    this.#set({ status: 'failed', failure });
    if (this.#mounted === attempt) return;
    this.#crashed.add(loaded.version);
    if (!(await this.#tryNextRelease()) && rendered) this.#keep(error);
  }

  /** Loads the next release in the background. Resolves to whether it is shown now. */
  async #tryNextRelease(): Promise<boolean> {
    const { attempt, isRetrying } = this.state.get();
    if (isRetrying) return false;
    this.#set({ isRetrying: true });
    const arrival = await this.#arrive('live');
    const isBetter = this.#mayReplace(arrival);
    this.#set({ isRetrying: false });
    if (isBetter) this.#show(arrival, attempt + 1);
    return isBetter;
  }

  #mayReplace({ loaded, failure }: Arrival): boolean {
    const { rendered } = this.state.get();
    return rendered ? !failure && !hasUserInteraction(rendered) : loaded !== null;
  }

  #show(arrival: Arrival, attempt: number): void {
    this.#set({ ...arrival, attempt, status: arrival.loaded ? 'live' : 'failed' });
  }

  /** The server's HTML stays for good. */
  #keep(error: unknown): void {
    this.#set({ status: 'failed', failure: this.context.note(this.id, 'hydrate', error) });
  }

  /** Never rejects. `served` is the data of the server's HTML. */
  async #arrive(begin: 'page' | 'live', served?: unknown): Promise<Arrival> {
    let loaded: LoadedModule<ModuleId> | null = null;
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

  async #loadData({ load }: RemoteModule<ModuleId>): Promise<unknown> {
    if (!load) return null;
    const { api, dataDeadline } = this.context;
    const loading = load(this.params, { api, signal: AbortSignal.timeout(dataDeadline) });
    // A module may ignore the signal.
    return withDeadline(loading, dataDeadline, () => new Error('Its data took too long'));
  }

  #set(changes: Partial<LifecycleState>): void {
    this.state.set({ ...this.state.get(), ...changes });
  }
}

/** Every island that the visitor has met, so that it appears at once when they return to its page. */
export class IslandStore {
  /** By module and parameters. */
  readonly #islands = new Map<string, Lifecycle>();

  /** `zones` are those of the page's release set: the pages of this store have them. */
  constructor(
    private readonly context: LifecycleContext,
    readonly zones: readonly Zone[] = [],
  ) {}

  island(id: ModuleId, params: ModuleParams<ModuleId>): Lifecycle {
    const key = `${id} ${JSON.stringify(params)}`;
    const island = this.#islands.get(key) ?? new Lifecycle(id, params, this.context);
    this.#islands.set(key, island);
    return island;
  }

  /** Loads all islands of a page at once. Resolves when all of them are loaded or failed. */
  async open(page: Page): Promise<void> {
    await Promise.all(islandsOf(page, this.zones).map(({ id, params }) => this.island(id, params).open()));
  }
}
