import { useSyncExternalStore, type ReactNode } from 'react';
import type { ModuleId, ModuleParams } from '@vidlunnia/contracts';
import { IslandFallback, IslandLoading } from '../fallback';
import { sectionOf } from '../pages/page-table';
import { isZoneId } from '../pages/zones';
import { usePageServices } from './page-services';

interface IslandStateProps<Id extends ModuleId> {
  readonly id: Id;
  readonly params: ModuleParams<Id>;
}

/** Stands where an island is on its way; on a server, where nothing more will come, where it failed. */
export function WaitingIsland<Id extends ModuleId>({ id, params }: IslandStateProps<Id>) {
  const { settled } = usePageServices();
  if (settled) return <FailedIsland id={id} params={params} />;
  return (
    <Place id={id}>
      <IslandLoading id={id} />
    </Place>
  );
}

/** Stands where an island failed, with a way to try again in a browser. */
export function FailedIsland<Id extends ModuleId>({ id, params }: IslandStateProps<Id>) {
  const { store, settled } = usePageServices();
  const read = () => store.state(id, params).retrying;
  const retrying = useSyncExternalStore(store.subscribe, read, read);
  const retry = { retrying, onRetry: () => void store.retry(id, params) };
  return (
    <Place id={id}>
      <IslandFallback id={id} {...(!settled && retry)} />
    </Place>
  );
}

/** What stands in a section's place bears the section's id. A zone that is not there takes no room. */
function Place({ id, children }: { readonly id: ModuleId; readonly children: ReactNode }) {
  if (isZoneId(id)) return null;
  const section = sectionOf(id);
  return section ? <section id={section}>{children}</section> : children;
}
