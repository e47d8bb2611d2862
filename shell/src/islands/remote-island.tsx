import { createElement, Suspense, use, useSyncExternalStore, type Attributes, type ReactNode } from 'react';
import type { ModuleId, ModuleParams, ModuleProps } from '@vidlunnia/shared/contracts';
import { PageHeadTags } from '../app/page-head';
import { PROPS_OF } from './island-props';
import type { Slot } from './slots';
import { RemoteError } from '../remotes/errors';
import { hasArrived, type Attempt } from './attempt';
import { KeptIsland } from './kept-island';
import { IslandBoundary } from './island-boundary';
import { usePageServices } from './page-services';
import { FailedIsland, WaitingIsland } from './island-states';
import { useRetryAnnouncement } from './use-retry-announcement';
import { hasMounted, useMounted } from './use-mounted';

export interface RemoteIslandProps<Id extends ModuleId> {
  readonly id: Id;
  readonly params: ModuleParams<Id>;
  readonly slot: Slot<Id>;
  /** Is called when the island stands and handles its events. */
  readonly onLive?: () => void;
}

/** A remote's module in the page: loading, failed with a way to try again, or there. */
export function RemoteIsland<Id extends ModuleId>({ id, params, slot, onLive }: RemoteIslandProps<Id>) {
  const { store } = usePageServices();
  const read = () => store.state(id, params).attempt;
  const attempt = useSyncExternalStore(store.subscribe, read, read);
  const arrived = () => hasArrived(read());
  const isThere = useSyncExternalStore(store.subscribe, arrived, arrived);
  const { rendered } = attempt;
  const waiting = <WaitingIsland id={id} />;
  return (
    <IslandBoundary
      key={attempt.number}
      onFailure={(error) => {
        // What could not be loaded was looked for everywhere already.
        if (error instanceof RemoteError || hasMounted(attempt)) return;
        void store.replaceCrashed(id, params, attempt, error);
      }}
      fallback={rendered ? <KeptIsland nodes={rendered} /> : <FailedIsland id={id} params={params} />}
    >
      {/* React holds back for 300 ms what ends a fallback of `Suspense`: that one is for what modules wait for. */}
      {isThere ? (
        <Suspense fallback={waiting}>
          <RemoteContent id={id} attempt={attempt} slot={slot} onLive={onLive} />
        </Suspense>
      ) : (
        waiting
      )}
    </IslandBoundary>
  );
}

function RemoteContent<Id extends ModuleId>({
  id,
  attempt,
  slot,
  onLive,
}: {
  readonly id: Id;
  readonly attempt: Attempt<Id>;
  readonly slot: Slot<Id>;
  readonly onLive: (() => void) | undefined;
}): ReactNode {
  const services = usePageServices();
  const { default: component, head } = use(attempt.module);
  const data = use(attempt.data);
  useRetryAnnouncement(id, attempt);
  useMounted(attempt, onLive);
  // The compiler cannot see that no module's own props bear React's `key`, so it takes no generic props as they are.
  const allProps = { ...PROPS_OF[id](services, slot), data } as unknown as ModuleProps<Id> & Attributes;
  return (
    <>
      {head && <PageHeadTags head={head(data)} />}
      {createElement(component, allProps)}
    </>
  );
}
