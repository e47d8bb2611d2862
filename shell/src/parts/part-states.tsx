import { useSyncExternalStore, type ReactNode } from 'react';
import type { ModuleId, ModuleParams } from '@vidlunnia/shared/contracts';
import { PartFallback, PartLoading } from '../fallback';
import { sectionOf } from '../pages/pages';
import { usePartServices } from './part-services';

/** Stands where a part is on its way; on a server, where nothing more will come, where it failed. */
export function WaitingPart({ id }: { readonly id: ModuleId }) {
  const { settled } = usePartServices();
  return <Place id={id}>{settled ? <PartFallback id={id} /> : <PartLoading id={id} />}</Place>;
}

interface FailedPartProps<Id extends ModuleId> {
  readonly id: Id;
  readonly params: ModuleParams<Id>;
}

/** Stands where a part failed, with a way to try again. */
export function FailedPart<Id extends ModuleId>({ id, params }: FailedPartProps<Id>) {
  const { store } = usePartServices();
  const read = () => store.state(id, params).retrying;
  const retrying = useSyncExternalStore(store.subscribe, read, read);
  return (
    <Place id={id}>
      <PartFallback id={id} retrying={retrying} onRetry={() => void store.retry(id, params)} />
    </Place>
  );
}

/** What stands in a section's place bears the section's id. */
function Place({ id, children }: { readonly id: ModuleId; readonly children: ReactNode }) {
  const section = sectionOf(id);
  return section ? <section id={section}>{children}</section> : children;
}
