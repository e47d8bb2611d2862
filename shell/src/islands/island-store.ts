import type { ModuleId, ModuleParams } from '@vidlunnia/shared/contracts';
import type { LoadPlan } from '../remotes/load-plans';
import { startAttempt, type Attempt, type AttemptContext, type IslandFailure } from './attempt';
import { hydrationAttempt, type ServedHtml } from './hydration-attempt';
import { hasUserInteraction } from './has-user-interaction';
import { IslandTable, type IslandState } from './island-table';

/**
 * Every island that the visitor has met, so that coming back to a page shows it at once. An island is known by its module
 * and its parameters.
 */
export class IslandStore {
  readonly #context: AttemptContext;
  readonly #islands = new IslandTable();
  readonly subscribe = this.#islands.subscribe;

  constructor(context: AttemptContext) {
    this.#context = context;
  }

  /** The island's state; its first attempt starts when it is asked for first. */
  state<Id extends ModuleId>(id: Id, params: ModuleParams<Id>): IslandState<Id> {
    return this.#islands.get(id, params) ?? this.#begin(id, params);
  }

  /**
   * Takes over an island that came with the page: its data are there, its code is loaded in its time. If that never comes,
   * another release makes the island anew; what the visitor reads stays until then, or for good.
   */
  async adopt<Id extends ModuleId>(
    id: Id,
    params: ModuleParams<Id>,
    rendered: ServedHtml<Id>,
  ): Promise<void> {
    const attempt = hydrationAttempt(id, rendered, this.#context);
    this.#islands.set(id, params, { attempt, tries: 1, retrying: false });
    const failure = await attempt.failure;
    if (failure?.stage === 'module') {
      await this.#replace(id, params, attempt, 'replacement', failure.error);
    }
  }

  /** Starts an island for a visit of its page: anew when what is there did not arrive completely and nobody retries it. */
  async open<Id extends ModuleId>(id: Id, params: ModuleParams<Id>): Promise<void> {
    const known = this.#islands.get(id, params);
    if (!known) this.#begin(id, params);
    else if (known.retrying || !(await known.attempt.failure)) return;
    else if (known === this.#islands.get(id, params)) this.#begin(id, params);
  }

  /** Tries a failed island again. What is shown stays until the new attempt's code is there. */
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
    const isWhole = (failure: IslandFailure | null) => !failure && !hasUserInteraction(rendered);
    if (!hasUserInteraction(rendered) && (await this.#exchange(id, params, attempt, plan, isWhole))) return;
    this.#context.log(`${id} stays as the server rendered it`, error);
  }

  /** Starts an attempt behind what is shown; it is shown in its place when it may be. Tells whether it is. */
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
    this.#islands.set(id, params, { ...before, tries, retrying: true });
    const attempt = startAttempt(tries, plan, id, params, this.#context);
    const shows = mayShow(await attempt.failure);
    const next = { ...attempt, retried, ...(rendered && { rendered }) };
    this.#islands.set(id, params, { attempt: shows ? next : before.attempt, tries, retrying: false });
    return shows;
  }

  #begin<Id extends ModuleId>(id: Id, params: ModuleParams<Id>): IslandState<Id> {
    const tries = (this.#islands.get(id, params)?.tries ?? 0) + 1;
    const plan = tries === 1 ? 'first' : 'again';
    return this.#islands.set(id, params, {
      attempt: startAttempt(tries, plan, id, params, this.#context),
      tries,
      retrying: false,
    });
  }
}

/** Without its data an island is there. */
const isLoaded = (failure: IslandFailure | null) => failure?.stage !== 'module';
