import type { ModuleData, ModuleId, RemoteModule } from '@vidlunnia/shared/contracts';
import type { Attempt, AttemptContext, PartFailure } from './attempt';
import { fulfilled, tracked } from './tracked';

/** A part that came with the page. */
export interface RenderedPart<Id extends ModuleId> {
  /** What it was rendered with; `null` when it loads nothing or the server could not get it. */
  readonly data: ModuleData<Id> | null;
  /** Its elements in the document. */
  readonly nodes: readonly Element[];
  /** Settles when its code is to be loaded. */
  readonly ready: Promise<unknown>;
}

/**
 * The attempt that makes a server-rendered part live. It waits for its time, and never rejects: a boundary that
 * rejects while hydrating erases good HTML, one that stays pending keeps it readable, its links and forms working.
 */
export function hydrationAttempt<Id extends ModuleId>(
  id: Id,
  { data, nodes, ready }: RenderedPart<Id>,
  { loader }: AttemptContext,
): Attempt<Id> {
  const loading = ready.then(() => loader.load(id, 'hydration'));
  const module = new Promise<RemoteModule<Id>>((resolve) => {
    loading.then(resolve, () => undefined);
  });
  const failure = loading.then(
    ({ load }): PartFailure | null =>
      load && data === null ? { stage: 'data', error: new Error('The server had no data for it') } : null,
    (error: unknown): PartFailure => ({ stage: 'module', error }),
  );
  return {
    number: 0,
    plan: 'hydration',
    retried: false,
    module: tracked(module),
    data: fulfilled(data),
    failure,
    rendered: nodes,
  };
}
