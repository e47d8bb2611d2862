import type { ModuleId, ModuleParams } from '@vidlunnia/shared/contracts';
import type { Attempt } from './attempt';

/** What an island is doing: the attempt that is shown, and whether a newer one is under way behind its fallback. */
export interface IslandState<Id extends ModuleId> {
  readonly attempt: Attempt<Id>;
  /** Attempts so far. */
  readonly tries: number;
  readonly retrying: boolean;
}

type States = { readonly [Id in ModuleId]: Map<string, IslandState<Id>> };

/** The state of every island, by its module and its parameters; tells of every change, and when an attempt has arrived. */
export class IslandTable {
  readonly #states: States = createStates();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get<Id extends ModuleId>(id: Id, params: ModuleParams<Id>): IslandState<Id> | undefined {
    return this.#states[id].get(keyOf(params));
  }

  set<Id extends ModuleId>(id: Id, params: ModuleParams<Id>, state: IslandState<Id>): IslandState<Id> {
    this.#states[id].set(keyOf(params), state);
    this.#tell();
    void Promise.allSettled([state.attempt.module, state.attempt.data]).then(this.#tell);
    return state;
  }

  readonly #tell = () => {
    for (const listener of this.#listeners) listener();
  };
}

const keyOf = (params: object) => JSON.stringify(params);

const createStates = (): States => ({
  'home/Hero': new Map(),
  'home/About': new Map(),
  'home/Services': new Map(),
  'home/Reasons': new Map(),
  'home/Team': new Map(),
  'home/Vacancies': new Map(),
  'home/Contact': new Map(),
  'blog/Teaser': new Map(),
  'blog/Post': new Map(),
  'forms/ApplicationForm': new Map(),
  'forms/ContactForm': new Map(),
});
