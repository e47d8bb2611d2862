import type { ModuleData, ModuleId } from '@vidlunnia/shared/contracts';
import type { Attempt, AttemptContext, IslandFailure } from './attempt';
import { fulfilled, tracked } from './tracked';

/** An island that came with the page. */
export interface ServedHtml<Id extends ModuleId> {
  /** What it was rendered with; `null` when it loads nothing or the server could not get it. */
  readonly data: ModuleData<Id> | null;
  /** Its elements in the document. */
  readonly nodes: readonly Element[];
}

/** The attempt that makes a server-rendered island live. */
export function hydrationAttempt<Id extends ModuleId>(
  id: Id,
  { data, nodes }: ServedHtml<Id>,
  { loader }: AttemptContext,
): Attempt<Id> {
  const module = loader.load(id, 'hydration');
  const failure = module.then(
    ({ load }): IslandFailure | null =>
      load && data === null ? { stage: 'data', error: new Error('The server had no data for it') } : null,
    (error: unknown): IslandFailure => ({ stage: 'module', error }),
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
