import type { ModuleData, ModuleId, RemoteModule } from '@vidlunnia/shared/contracts';
import type { Attempt, AttemptContext } from './attempt';
import { fulfilled, tracked } from './tracked';

/**
 * The attempt that makes a server-rendered part live. It waits for `ready`, and never rejects: a boundary that rejects
 * while hydrating erases good HTML, one that stays pending keeps it readable, its links and forms working.
 */
export function hydrationAttempt<Id extends ModuleId>(
  id: Id,
  data: ModuleData<Id> | null,
  ready: Promise<unknown>,
  { loader, log }: AttemptContext,
): Attempt<Id> {
  const loading = ready.then(() => loader.load(id, 1).catch(() => loader.load(id, 2)));
  const module = new Promise<RemoteModule<Id>>((resolve) => {
    loading.then(resolve, (error: unknown) => {
      log(`${id} stays as the server rendered it: its code could not be loaded`, error);
    });
  });
  const failure = loading.then(
    () => null,
    (error: unknown) => ({ stage: 'module', error }) as const,
  );
  return { number: 0, retried: false, module: tracked(module), data: fulfilled(data), failure };
}
