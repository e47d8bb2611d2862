import { useSyncExternalStore, type ReactNode } from 'react';
import type { ModuleId, ModuleParams, SectionId } from '@vidlunnia/shared/contracts';
import { PartFallback, PartLoading } from '../fallback';
import { usePartServices } from './part-services';

interface PlaceProps<Id extends ModuleId> {
  readonly id: Id;
  readonly section: SectionId | undefined;
}

/** Stands where a part is on its way; on a server, where nothing more will come, where it failed. */
export function WaitingPart<Id extends ModuleId>({ id, section }: PlaceProps<Id>) {
  const { settled } = usePartServices();
  return <Place section={section}>{settled ? <PartFallback id={id} /> : <PartLoading id={id} />}</Place>;
}

/** Stands where a part failed, with a way to try again. */
export function FailedPart<Id extends ModuleId>({
  id,
  params,
  section,
}: PlaceProps<Id> & { readonly params: ModuleParams<Id> }) {
  const { store } = usePartServices();
  const read = () => store.state(id, params).retrying;
  const retrying = useSyncExternalStore(store.subscribe, read, read);
  return (
    <Place section={section}>
      <PartFallback id={id} retrying={retrying} onRetry={() => void store.retry(id, params)} />
    </Place>
  );
}

function Place({
  section,
  children,
}: {
  readonly section: SectionId | undefined;
  readonly children: ReactNode;
}) {
  return section ? <section id={section}>{children}</section> : children;
}
