import type { ModuleId, ModuleParams } from '@vidlunnia/shared/contracts';
import { startAttempt, type Attempt, type AttemptContext } from './attempt';

/** What a part is doing: the attempt that is shown, and whether a newer one is under way behind its fallback. */
export interface PartState<Id extends ModuleId> {
  readonly attempt: Attempt<Id>;
  readonly retrying: boolean;
}

type States = { readonly [Id in ModuleId]: Map<string, PartState<Id>> };

/**
 * Every part that the visitor has met, so that coming back to a page shows it at once. A part is known by its module
 * and its parameters.
 */
export class PartStore {
  readonly #context: AttemptContext;
  readonly #states: States = createStates();
  readonly #listeners = new Set<() => void>();

  constructor(context: AttemptContext) {
    this.#context = context;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The part's state; its first attempt starts when it is asked for first. */
  state<Id extends ModuleId>(id: Id, params: ModuleParams<Id>): PartState<Id> {
    return this.#states[id].get(keyOf(params)) ?? this.#begin(id, params);
  }

  /** Starts a part for a visit of its page: anew when what is there did not arrive completely and nobody retries it. */
  async open<Id extends ModuleId>(id: Id, params: ModuleParams<Id>): Promise<void> {
    const known = this.#states[id].get(keyOf(params));
    if (!known) this.#begin(id, params);
    else if (known.retrying || (await known.attempt.complete)) return;
    else if (known === this.#states[id].get(keyOf(params))) this.#begin(id, params);
  }

  /** Tries a failed part again. What is shown stays until the new attempt has settled. */
  async retry<Id extends ModuleId>(id: Id, params: ModuleParams<Id>): Promise<boolean> {
    const state = this.state(id, params);
    if (state.retrying) return false;
    this.#set(id, params, { ...state, retrying: true });
    const attempt = startAttempt(state.attempt.number + 1, id, params, this.#context);
    const complete = await attempt.complete;
    this.#set(id, params, { attempt, retrying: false });
    return complete;
  }

  #begin<Id extends ModuleId>(id: Id, params: ModuleParams<Id>): PartState<Id> {
    const number = (this.#states[id].get(keyOf(params))?.attempt.number ?? 0) + 1;
    return this.#set(id, params, {
      attempt: startAttempt(number, id, params, this.#context),
      retrying: false,
    });
  }

  #set<Id extends ModuleId>(id: Id, params: ModuleParams<Id>, state: PartState<Id>): PartState<Id> {
    this.#states[id].set(keyOf(params), state);
    for (const listener of this.#listeners) listener();
    return state;
  }
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
