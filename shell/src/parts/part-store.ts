import type { ModuleId, ModuleParams } from '@vidlunnia/shared/contracts';
import { startAttempt, type Attempt, type AttemptContext } from './attempt';
import { hydrationAttempt, type RenderedPart } from './hydration-attempt';

/** What a part is doing: the attempt that is shown, and whether a newer one is under way behind its fallback. */
export interface PartState<Id extends ModuleId> {
  readonly attempt: Attempt<Id>;
  /** Attempts so far. */
  readonly tries: number;
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

  /**
   * Takes over a part that came with the page: its data are there, its code is loaded in its time, and what the
   * visitor reads stays if it never comes.
   */
  adopt<Id extends ModuleId>(id: Id, params: ModuleParams<Id>, rendered: RenderedPart<Id>): void {
    this.#set(id, params, {
      attempt: hydrationAttempt(id, rendered, this.#context),
      tries: 1,
      retrying: false,
    });
  }

  /** Starts a part for a visit of its page: anew when what is there did not arrive completely and nobody retries it. */
  async open<Id extends ModuleId>(id: Id, params: ModuleParams<Id>): Promise<void> {
    const known = this.#states[id].get(keyOf(params));
    if (!known) this.#begin(id, params);
    else if (known.retrying || !(await known.attempt.failure)) return;
    else if (known === this.#states[id].get(keyOf(params))) this.#begin(id, params);
  }

  /** Tries a failed part again. What is shown stays until the new attempt's code is there. */
  async retry<Id extends ModuleId>(id: Id, params: ModuleParams<Id>): Promise<void> {
    const state = this.state(id, params);
    if (state.retrying) return;
    const tries = state.tries + 1;
    this.#set(id, params, { ...state, tries, retrying: true });
    const attempt = startAttempt(tries, id, params, this.#context);
    const failure = await attempt.failure;
    const shown = failure?.stage === 'module' ? state.attempt : { ...attempt, retried: true };
    this.#set(id, params, { attempt: shown, tries, retrying: false });
  }

  #begin<Id extends ModuleId>(id: Id, params: ModuleParams<Id>): PartState<Id> {
    const tries = (this.#states[id].get(keyOf(params))?.tries ?? 0) + 1;
    return this.#set(id, params, {
      attempt: startAttempt(tries, id, params, this.#context),
      tries,
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
