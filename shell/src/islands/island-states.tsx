import { useSyncExternalStore, type ReactNode } from 'react';
import type { ModuleId, ModuleParams } from '@vidlunnia/shared/contracts';
import { IslandFallback, IslandLoading } from '../fallback';
import { sectionOf } from '../pages/pages';
import { usePageServices } from './page-services';

/** Stands where an island is on its way; on a server, where nothing more will come, where it failed. */
export function WaitingIsland({ id }: { readonly id: ModuleId }) {
  const { settled } = usePageServices();
  return <Place id={id}>{settled ? <IslandFallback id={id} /> : <IslandLoading id={id} />}</Place>;
}

interface FailedIslandProps<Id extends ModuleId> {
  readonly id: Id;
  readonly params: ModuleParams<Id>;
}

/** Stands where an island failed, with a way to try again. */
export function FailedIsland<Id extends ModuleId>({ id, params }: FailedIslandProps<Id>) {
  const { store } = usePageServices();
  const read = () => store.state(id, params).retrying;
  const retrying = useSyncExternalStore(store.subscribe, read, read);
  return (
    <Place id={id}>
      <IslandFallback id={id} retrying={retrying} onRetry={() => void store.retry(id, params)} />
    </Place>
  );
}

/** What stands in a section's place bears the section's id. */
function Place({ id, children }: { readonly id: ModuleId; readonly children: ReactNode }) {
  const section = sectionOf(id);
  return section ? <section id={section}>{children}</section> : children;
}
