import type { ModuleId, ModuleParams } from '@vidlunnia/shared/contracts';
import type { LoadPlan } from '../remotes/load-plans';
import { startAttempt, type Attempt, type AttemptContext, type PartFailure } from './attempt';
import { hydrationAttempt, type RenderedPart } from './hydration-attempt';
import { isBegun } from './is-begun';
import { PartTable, type PartState } from './part-table';

/**
 * Every part that the visitor has met, so that coming back to a page shows it at once. A part is known by its module
 * and its parameters.
 */
export class PartStore {
  readonly #context: AttemptContext;
  readonly #parts = new PartTable();
  readonly subscribe = this.#parts.subscribe;

  constructor(context: AttemptContext) {
    this.#context = context;
  }

  /** The part's state; its first attempt starts when it is asked for first. */
  state<Id extends ModuleId>(id: Id, params: ModuleParams<Id>): PartState<Id> {
    return this.#parts.get(id, params) ?? this.#begin(id, params);
  }

  /**
   * Takes over a part that came with the page: its data are there, its code is loaded in its time. If that never comes,
   * another release makes the part anew; what the visitor reads stays until then, or for good.
   */
  async adopt<Id extends ModuleId>(
    id: Id,
    params: ModuleParams<Id>,
    rendered: RenderedPart<Id>,
  ): Promise<void> {
    const attempt = hydrationAttempt(id, rendered, this.#context);
    this.#parts.set(id, params, { attempt, tries: 1, retrying: false });
    const failure = await attempt.failure;
    if (failure?.stage === 'module') {
      await this.#replace(id, params, attempt, 'replacement', failure.error);
    }
  }

  /** Starts a part for a visit of its page: anew when what is there did not arrive completely and nobody retries it. */
  async open<Id extends ModuleId>(id: Id, params: ModuleParams<Id>): Promise<void> {
    const known = this.#parts.get(id, params);
    if (!known) this.#begin(id, params);
    else if (known.retrying || !(await known.attempt.failure)) return;
    else if (known === this.#parts.get(id, params)) this.#begin(id, params);
  }

  /** Tries a failed part again. What is shown stays until the new attempt's code is there. */
  async retry<Id extends ModuleId>(id: Id, params: ModuleParams<Id>): Promise<void> {
    const { attempt } = this.state(id, params);
    await this.#exchange(id, params, { ...attempt, retried: true }, 'again', isLoaded);
  }

  /** Puts the release before in the place of an attempt that crashed as it was mounted. */
  async replaceCrashed<Id extends ModuleId>(
    id: Id,
    params: ModuleParams<Id>,
    attempt: Attempt<Id>,
    error: unknown,
  ): Promise<void> {
    if (attempt.plan !== 'afterCrash') await this.#replace(id, params, attempt, 'afterCrash', error);
  }

  /** Nobody asked for it: what the server rendered gives way to what is whole only, and not once it is begun with. */
  async #replace<Id extends ModuleId>(
    id: Id,
    params: ModuleParams<Id>,
    attempt: Attempt<Id>,
    plan: LoadPlan,
    error: unknown,
  ): Promise<void> {
    if (attempt !== this.state(id, params).attempt) return;
    const { rendered } = attempt;
    if (!rendered) {
      await this.#exchange(id, params, attempt, plan, isLoaded);
      return;
    }
    const isWhole = (failure: PartFailure | null) => !failure && !isBegun(rendered);
    if (!isBegun(rendered) && (await this.#exchange(id, params, attempt, plan, isWhole))) return;
    this.#context.log(`${id} stays as the server rendered it`, error);
  }

  /** Starts an attempt behind what is shown; it is shown in its place when it may be. Tells whether it is. */
  async #exchange<Id extends ModuleId>(
    id: Id,
    params: ModuleParams<Id>,
    { retried, rendered }: Attempt<Id>,
    plan: LoadPlan,
    mayShow: (failure: PartFailure | null) => boolean,
  ): Promise<boolean> {
    const before = this.state(id, params);
    if (before.retrying) return false;
    const tries = before.tries + 1;
    this.#parts.set(id, params, { ...before, tries, retrying: true });
    const attempt = startAttempt(tries, plan, id, params, this.#context);
    const shows = mayShow(await attempt.failure);
    const next = { ...attempt, retried, ...(rendered && { rendered }) };
    this.#parts.set(id, params, { attempt: shows ? next : before.attempt, tries, retrying: false });
    return shows;
  }

  #begin<Id extends ModuleId>(id: Id, params: ModuleParams<Id>): PartState<Id> {
    const tries = (this.#parts.get(id, params)?.tries ?? 0) + 1;
    const plan = tries === 1 ? 'first' : 'again';
    return this.#parts.set(id, params, {
      attempt: startAttempt(tries, plan, id, params, this.#context),
      tries,
      retrying: false,
    });
  }
}

/** Without its data a part is there. */
const isLoaded = (failure: PartFailure | null) => failure?.stage !== 'module';
