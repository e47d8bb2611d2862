import type { Api, ModuleData, ModuleId, ModuleParams, RemoteModule } from '@vidlunnia/contracts';
import type { Zone } from '../pages/zones';
import { withDeadline } from '../remotes/deadline';
import type { LoadPlan } from '../remotes/load-plans';
import type { RemoteLoader } from '../remotes/remote-loader';

/** What of an island did not arrive. */
export interface IslandFailure {
  readonly stage: 'module' | 'data';
  readonly error: unknown;
}

/** What came of an attempt: without its module an island cannot be shown, without its data it can. */
export interface Arrival<Id extends ModuleId> {
  readonly module: RemoteModule<Id> | null;
  /** `null` when the module loads nothing or the call failed. */
  readonly data: ModuleData<Id> | null;
  readonly failure: IslandFailure | null;
}

/** One try at an island: its code and, as soon as that is there, its data. */
export interface Attempt<Id extends ModuleId> {
  readonly number: number;
  /** In what case it was started. */
  readonly plan: LoadPlan;
  /** Whether the visitor asked for it, after one that failed. */
  readonly retried: boolean;
  /** Never rejects. */
  readonly arrival: Promise<Arrival<Id>>;
  /** The server's elements, which stay when the island cannot be made live. */
  readonly rendered?: readonly Element[];
}

/** An island that came with the page. */
export interface ServedHtml<Id extends ModuleId> {
  /** What it was rendered with; `null` when it loads nothing or the server could not get it. */
  readonly data: ModuleData<Id> | null;
  /** Its elements in the document. */
  readonly nodes: readonly Element[];
}

export interface AttemptContext {
  readonly loader: RemoteLoader;
  readonly api: Api;
  /** Milliseconds that an island's data may take. */
  readonly dataDeadline: number;
  readonly log: (message: string, error: unknown) => void;
  /** Zones of the page's release set; none when absent. */
  readonly zones?: readonly Zone[];
}

/** Starts loading an island's code and data. */
export const startAttempt = <Id extends ModuleId>(
  number: number,
  plan: LoadPlan,
  id: Id,
  params: ModuleParams<Id>,
  context: AttemptContext,
): Attempt<Id> => ({ number, plan, retried: false, arrival: arrive(plan, id, params, context) });

/** Starts loading the code that makes a server-rendered island live; its data came with the page. */
export const startHydration = <Id extends ModuleId>(
  id: Id,
  { data, nodes }: ServedHtml<Id>,
  { loader }: AttemptContext,
): Attempt<Id> => ({
  number: 0,
  plan: 'hydration',
  retried: false,
  arrival: loader.load(id, 'hydration').then(
    (module) => ({ module, data, failure: module.load && data === null ? NO_SERVER_DATA : null }),
    (error: unknown) => ({ module: null, data, failure: { stage: 'module', error } }),
  ),
  rendered: nodes,
});

const NO_SERVER_DATA: IslandFailure = { stage: 'data', error: new Error('The server had no data for it') };

async function arrive<Id extends ModuleId>(
  plan: LoadPlan,
  id: Id,
  params: ModuleParams<Id>,
  context: AttemptContext,
): Promise<Arrival<Id>> {
  let module: RemoteModule<Id> | null = null;
  try {
    module = await context.loader.load(id, plan);
    return { module, data: await loadData(module, params, context), failure: null };
  } catch (error) {
    context.log(`${id} could not be loaded`, error);
    return { module, data: null, failure: { stage: module ? 'data' : 'module', error } };
  }
}

/**
 * Gets the data of a module that is there; `null` where it loads nothing.
 * @throws whatever its loader rejects with, and an error at the deadline
 */
export async function loadData<Id extends ModuleId>(
  { load }: RemoteModule<Id>,
  params: ModuleParams<Id>,
  { api, dataDeadline }: AttemptContext,
): Promise<ModuleData<Id> | null> {
  if (!load) return null;
  const loading = load(params, { api, signal: AbortSignal.timeout(dataDeadline) });
  // A module may leave the signal aside.
  return withDeadline(loading, dataDeadline, () => new Error('Its data took too long'));
}
