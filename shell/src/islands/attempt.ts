import type { Api, ModuleData, ModuleId, ModuleParams, RemoteModule } from '@vidlunnia/shared/contracts';
import type { LoadPlan } from '../remotes/load-plans';
import type { RemoteLoader } from '../remotes/remote-loader';
import { withDeadline } from '../remotes/deadline';
import { hasSettled, tracked } from './tracked';

/** What of an island did not arrive. */
export interface IslandFailure {
  readonly stage: 'module' | 'data';
  readonly error: unknown;
}

/** One try at an island: its code and its data, both on their way. */
export interface Attempt<Id extends ModuleId> {
  readonly number: number;
  /** In what case it was started. */
  readonly plan: LoadPlan;
  /** Whether the visitor asked for it, after one that failed. */
  readonly retried: boolean;
  readonly module: Promise<RemoteModule<Id>>;
  /** `null` when the module loads nothing or the call failed: what the page shows then is the module's matter. */
  readonly data: Promise<ModuleData<Id> | null>;
  /** What did not arrive, or `null` when everything did. Never rejects. */
  readonly failure: Promise<IslandFailure | null>;
  /** The server's elements, which stay when the island cannot be made live. */
  readonly rendered?: readonly Element[];
}

export interface AttemptContext {
  readonly loader: RemoteLoader;
  readonly api: Api;
  /** Milliseconds that an island's data may take. */
  readonly dataDeadline: number;
  readonly log: (message: string, error: unknown) => void;
}

/** Whether an attempt's code and data are there, or will not come. */
export const hasArrived = ({ module, data }: Attempt<ModuleId>): boolean =>
  hasSettled(module) && hasSettled(data);

/** Starts loading an island's code and, as soon as the code is there, its data. */
export function startAttempt<Id extends ModuleId>(
  number: number,
  plan: LoadPlan,
  id: Id,
  params: ModuleParams<Id>,
  { loader, api, dataDeadline, log }: AttemptContext,
): Attempt<Id> {
  const module = loader.load(id, plan);
  const loading = module.then(({ load }) => {
    if (!load) return null;
    const signal = AbortSignal.timeout(dataDeadline);
    // A module may leave the signal aside.
    return withDeadline(
      load(params, { api, signal }),
      dataDeadline,
      () => new Error('Its data took too long'),
    );
  });
  const data = loading.catch((error: unknown) => {
    log(`${id} could not be loaded`, error);
    return null;
  });
  const failure = loading.then(
    () => null,
    (error: unknown) =>
      module.then(
        () => ({ stage: 'data', error }) as const,
        () => ({ stage: 'module', error }) as const,
      ),
  );
  return { number, plan, retried: false, module: tracked(module), data: tracked(data), failure };
}
