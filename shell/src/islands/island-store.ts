import type { ModuleId, ModuleParams } from '@vidlunnia/contracts';
import { rowOf } from '../pages/page-table';
import type { Zone } from '../pages/zones';
import type { LoadPlan } from '../remotes/load-plans';
import { DATA_MAX_AGE } from '../starter/page-start';
import {
  loadData,
  startAttempt,
  startHydration,
  type Arrival,
  type Attempt,
  type AttemptContext,
  type IslandFailure,
  type ServedHtml,
} from './attempt';
import { hasUserInteraction } from './has-user-interaction';

/** What an island is doing: the attempt that is shown, and whether a newer one is under way behind it. */
export interface IslandState<Id extends ModuleId> {
  readonly attempt: Attempt<Id>;
  /** What came of the attempt; `null` while it is under way. */
  readonly arrival: Arrival<Id> | null;
  /** Attempts so far. */
  readonly tries: number;
  readonly retrying: boolean;
}

/** The state of every island that the visitor has met, so that coming back to a page shows it at once. */
export class IslandStore {
  /** Zones of the page's release set: the pages that this store serves have them. */
  readonly zones: readonly Zone[];
  readonly #context: AttemptContext;
  /** By module and parameters. */
  readonly #states = new Map<string, unknown>();
  /** When the data of an island were asked for, by the clock; those of the first page came with it. */
  readonly #asked = new Map<string, number>();
  readonly #listeners = new Set<() => void>();

  constructor(context: AttemptContext) {
    this.#context = context;
    this.zones = context.zones ?? [];
  }

  /** Calls a listener at every change of any island. Returns what ends that. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Whether an island was met, as one that came with the page or one that the browser made. */
  knows<Id extends ModuleId>(id: Id, params: ModuleParams<Id>): boolean {
    return this.#states.has(keyOf(id, params));
  }

  /** The island's state; its first attempt starts when it is asked for first. */
  state<Id extends ModuleId>(id: Id, params: ModuleParams<Id>): IslandState<Id> {
    return this.#get(id, params) ?? this.#begin(id, params);
  }

  /**
   * Takes over an island that came with the page: its data are there, its code is loaded now. If that never comes,
   * another release may replace the server's HTML.
   */
  async adopt<Id extends ModuleId>(id: Id, params: ModuleParams<Id>, served: ServedHtml<Id>): Promise<void> {
    const attempt = startHydration(id, served, this.#context);
    this.#show(id, params, attempt, 1);
    const { failure } = await attempt.arrival;
    if (failure?.stage === 'module') {
      await this.replace(id, params, attempt, failure.error);
    }
  }

  /**
   * Starts an island for a visit of its page; again when it did not arrive completely and no retry is under way. Data
   * that are old are got anew behind what is shown.
   */
  async open<Id extends ModuleId>(id: Id, params: ModuleParams<Id>): Promise<void> {
    const known = this.#get(id, params);
    if (!known) {
      this.#begin(id, params);
      return;
    }
    const { failure } = await known.attempt.arrival;
    const now = this.#get(id, params);
    if (failure && now?.attempt === known.attempt && !now.retrying) this.#begin(id, params);
    else await this.refresh(id, params);
  }

  /**
   * Gets the data of an island anew where they are old or did not come. The island takes them as new props: what was
   * typed, focus and place stay. What can't be had now is asked for at the next call; nobody is told.
   */
  async refresh<Id extends ModuleId>(id: Id, params: ModuleParams<Id>): Promise<void> {
    const before = this.#get(id, params);
    const module = before?.arrival?.module;
    // A form's token is not content, and a newer one would say that the form has just been opened.
    if (!module || !rowOf(id).loads || before.retrying) return;
    const key = keyOf(id, params);
    const asked = this.#asked.get(key) ?? performance.timeOrigin;
    if (before.arrival.data !== null && Date.now() - asked < DATA_MAX_AGE) return;
    this.#asked.set(key, Date.now());
    try {
      const data = await loadData(module, params, this.#context);
      const now = this.#get(id, params);
      if (!now?.arrival || now.attempt !== before.attempt || isSame(now.arrival.data, data)) return;
      this.#set(id, params, { ...now, arrival: { ...now.arrival, data, failure: null } });
    } catch {
      this.#asked.set(key, asked);
    }
  }

  /** Tries a failed island again. What is shown stays until the new attempt's code is there. */
  async retry<Id extends ModuleId>(id: Id, params: ModuleParams<Id>): Promise<void> {
    const { attempt } = this.state(id, params);
    await this.#exchange(id, params, { ...attempt, retried: true }, 'again', hasModule);
  }

  /**
   * Replaces an attempt whose code did not come, or that crashed as it was mounted, by another release. Nobody asked for
   * it: server HTML is replaced by a complete island only, and only while it is untouched.
   */
  async replace<Id extends ModuleId>(
    id: Id,
    params: ModuleParams<Id>,
    attempt: Attempt<Id>,
    error: unknown,
  ): Promise<void> {
    // The last resort crashed too.
    if (attempt.plan === 'fallback') return;
    if (attempt !== this.state(id, params).attempt) return;
    const { rendered } = attempt;
    if (!rendered) {
      await this.#exchange(id, params, attempt, 'fallback', hasModule);
      return;
    }
    const isUntouched = () => !hasUserInteraction(rendered);
    const mayShow = (failure: IslandFailure | null) => !failure && isUntouched();
    if (isUntouched() && (await this.#exchange(id, params, attempt, 'fallback', mayShow))) return;
    this.#context.log(`${id} stays as the server rendered it`, error);
  }

  /** Starts an attempt behind what is shown, and shows it when it may be. Resolves to whether it is shown. */
  async #exchange<Id extends ModuleId>(
    id: Id,
    params: ModuleParams<Id>,
    { retried, rendered }: Attempt<Id>,
    plan: LoadPlan,
    mayShow: (failure: IslandFailure | null) => boolean,
  ): Promise<boolean> {
    const before = this.state(id, params);
    if (before.retrying) return false;
    const tries = before.tries + 1;
    this.#set(id, params, { ...before, tries, retrying: true });
    const asked = Date.now();
    const attempt = startAttempt(tries, plan, id, params, this.#context);
    const arrival = await attempt.arrival;
    const shows = mayShow(arrival.failure);
    if (shows) this.#asked.set(keyOf(id, params), asked);
    const shown = shows
      ? { attempt: { ...attempt, retried, ...(rendered && { rendered }) }, arrival }
      : before;
    this.#set(id, params, { attempt: shown.attempt, arrival: shown.arrival, tries, retrying: false });
    return shows;
  }

  #begin<Id extends ModuleId>(id: Id, params: ModuleParams<Id>): IslandState<Id> {
    const tries = (this.#get(id, params)?.tries ?? 0) + 1;
    const plan = tries === 1 ? 'first' : 'again';
    this.#asked.set(keyOf(id, params), Date.now());
    return this.#show(id, params, startAttempt(tries, plan, id, params, this.#context), tries);
  }

  /** Shows an attempt from its start. */
  #show<Id extends ModuleId>(
    id: Id,
    params: ModuleParams<Id>,
    attempt: Attempt<Id>,
    tries: number,
  ): IslandState<Id> {
    void attempt.arrival.then((arrival) => {
      const now = this.#get(id, params);
      if (now?.attempt === attempt) this.#set(id, params, { ...now, arrival });
    });
    return this.#set(id, params, { attempt, arrival: null, tries, retrying: false });
  }

  #get<Id extends ModuleId>(id: Id, params: ModuleParams<Id>): IslandState<Id> | undefined {
    // The key names the module, and `#set` alone writes: a state under it is that module's.
    return this.#states.get(keyOf(id, params)) as IslandState<Id> | undefined;
  }

  #set<Id extends ModuleId>(id: Id, params: ModuleParams<Id>, state: IslandState<Id>): IslandState<Id> {
    this.#states.set(keyOf(id, params), state);
    for (const listener of this.#listeners) listener();
    return state;
  }
}

const keyOf = (id: ModuleId, params: object) => `${id} ${JSON.stringify(params)}`;

/** Data are JSON. */
const isSame = (before: unknown, now: unknown) => JSON.stringify(before) === JSON.stringify(now);

/** Without its data an island is shown. */
const hasModule = (failure: IslandFailure | null) => failure?.stage !== 'module';
