import { createElement, Suspense, useSyncExternalStore, type Attributes, type ReactNode } from 'react';
import type { ModuleId, ModuleParams, ModuleProps } from '@vidlunnia/contracts';
import { PageHeadTags } from '../document/page-head';
import type { Arrival, Attempt } from './attempt';
import { IslandBoundary } from './island-boundary';
import { propsOf } from './island-props';
import { FailedIsland, WaitingIsland } from './island-states';
import { KeptIsland } from './kept-island';
import { usePageServices } from './page-services';
import type { Slot } from '../pages/slots';
import { isZoneId } from '../pages/zones';
import { reportCrash } from '../reports/island-reports';
import { hasMounted, useMounted } from './use-mounted';
import { useRetryAnnouncement } from './use-retry-announcement';

export interface RemoteIslandProps<Id extends ModuleId> {
  readonly id: Id;
  readonly params: ModuleParams<Id>;
  readonly slot: Slot<Id>;
  /** Is called when the island stands and handles its events. */
  readonly onLive?: () => void;
}

/** A remote's module on the page: on its way, failed with a way to try again, or there. */
export function RemoteIsland<Id extends ModuleId>({ id, params, slot, onLive }: RemoteIslandProps<Id>) {
  const { store } = usePageServices();
  const read = () => store.state(id, params);
  const { attempt, arrival } = useSyncExternalStore(store.subscribe, read, read);
  const waiting = <WaitingIsland id={id} params={params} />;
  const failed = <FailedIsland id={id} params={params} />;
  // Not left to `Suspense`, which holds back for 300 ms what ends a fallback of its own.
  if (!arrival) return waiting;
  const { module } = arrival;
  if (!module) return failed;
  return (
    <IslandBoundary
      key={attempt.number}
      onFailure={(error) => {
        reportCrash(id, module);
        if (!hasMounted(attempt)) void store.replace(id, params, attempt, error);
      }}
      fallback={attempt.rendered ? <KeptIsland nodes={attempt.rendered} /> : failed}
    >
      <Suspense fallback={waiting}>
        <RemoteContent
          id={id}
          attempt={attempt}
          module={module}
          data={arrival.data}
          slot={slot}
          onLive={onLive}
        />
      </Suspense>
    </IslandBoundary>
  );
}

interface RemoteContentProps<Id extends ModuleId> {
  readonly id: Id;
  readonly attempt: Attempt<Id>;
  readonly module: NonNullable<Arrival<Id>['module']>;
  readonly data: Arrival<Id>['data'];
  readonly slot: Slot<Id>;
  readonly onLive: (() => void) | undefined;
}

function RemoteContent<Id extends ModuleId>({
  id,
  attempt,
  module: { default: component, head },
  data,
  slot,
  onLive,
}: RemoteContentProps<Id>): ReactNode {
  const services = usePageServices();
  useRetryAnnouncement(id, attempt);
  useMounted(attempt, onLive);
  // The compiler cannot see that no module's own props bear React's `key`, so it takes no generic props as they are.
  const allProps = { ...propsOf(id, services, slot), data } as unknown as ModuleProps<Id> & Attributes;
  return (
    <>
      {head && !isZoneId(id) && <PageHeadTags head={head(data)} />}
      {createElement(component, allProps)}
    </>
  );
}
