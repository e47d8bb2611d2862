import type { Api, ModuleData, ModuleId, ModuleParams, RemoteModule } from '@vidlunnia/shared/contracts';
import type { RemoteLoader } from '../remotes/remote-loader';

/** One try at a part: its code and its data, both on their way. */
export interface Attempt<Id extends ModuleId> {
  readonly number: number;
  readonly module: Promise<RemoteModule<Id>>;
  /** `null` when the module loads nothing or the call failed: what the page shows then is the module's matter. */
  readonly data: Promise<ModuleData<Id> | null>;
  /** Whether code and data both arrived. Never rejects. */
  readonly complete: Promise<boolean>;
}

export interface AttemptContext {
  readonly loader: RemoteLoader;
  readonly api: Api;
  readonly log: (message: string, error: unknown) => void;
}

/** Starts loading a part's code and, as soon as the code is there, its data. */
export function startAttempt<Id extends ModuleId>(
  number: number,
  id: Id,
  params: ModuleParams<Id>,
  { loader, api, log }: AttemptContext,
): Attempt<Id> {
  const module = loader.load(id, number);
  const loading = module.then(
    ({ load }) => load?.(params, { api, signal: new AbortController().signal }) ?? null,
  );
  const data = loading.catch((error: unknown) => {
    log(`${id} could not be loaded`, error);
    return null;
  });
  const complete = loading.then(
    () => true,
    () => false,
  );
  return { number, module, data, complete };
}
