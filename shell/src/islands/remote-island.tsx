import type { ModuleId, ModuleProps } from '@vidlunnia/contracts';
import { createElement, Suspense, useEffect, useSyncExternalStore, type Attributes } from 'react';
import { PageHeadTags } from '../document/page-head';
import { rowOf } from '../pages/page-table';
import type { Slot } from '../pages/slots';
import { isZoneId } from '../pages/zones';
import { TEXTS } from '../site';
import { announce } from './announcer';
import { Boundary } from './boundary';
import type { IslandProps } from './island';
import type { IslandLifecycle, IslandState } from './island-lifecycle';
import { FailedIsland, KeptIsland, WaitingIsland } from './island-places';
import { propsOf } from './island-props';
import { usePageServices } from './page-services';

/** An island on a page that the browser makes: part of its tree. */
export const TreeIsland = <Id extends ModuleId>(props: IslandProps<Id>) => (
  <div data-island={props.id}>
    <RemoteIsland {...props} />
  </div>
);

interface RemoteIslandProps<Id extends ModuleId> extends IslandProps<Id> {
  /** Is called when the island is mounted and handles its events. */
  readonly onLive?: () => void;
}

/** A remote's module on the page: on its way, failed with a way to try again, or there. */
export function RemoteIsland<Id extends ModuleId>({ id, params, slot, onLive }: RemoteIslandProps<Id>) {
  const { store, settled } = usePageServices();
  const island = store.island(id, params);
  const state = useSyncExternalStore(island.subscribe, island.state, island.state);
  const { status, attempt, loaded, rendered, isRetrying } = state;
  const onRetry = settled ? undefined : () => void island.retry();
  const failed = rendered ? (
    <KeptIsland nodes={rendered} />
  ) : (
    <FailedIsland id={id} retrying={isRetrying} onRetry={onRetry} />
  );
  // On a server nothing more will come.
  const waiting = settled ? failed : <WaitingIsland id={id} />;
  let shown = waiting;
  if (status === 'failed') {
    shown = failed;
  } else if (loaded) {
    // Only for what a module waits for: React holds back for 300 ms what ends a fallback of `Suspense`.
    shown = (
      <Suspense fallback={waiting}>
        <RemoteContent island={island} state={{ ...state, loaded }} slot={slot} onLive={onLive} />
      </Suspense>
    );
  }
  return (
    <Boundary key={attempt} fallback={failed} onFailure={(error) => void island.crash(attempt, error)}>
      {shown}
    </Boundary>
  );
}

interface RemoteContentProps<Id extends ModuleId> {
  readonly island: IslandLifecycle<Id>;
  readonly state: IslandState<Id> & { readonly loaded: object };
  readonly slot: Slot<Id>;
  readonly onLive: (() => void) | undefined;
}

function RemoteContent<Id extends ModuleId>({ island, state, slot, onLive }: RemoteContentProps<Id>) {
  const { id } = island;
  const { attempt, data } = state;
  const { default: component, head } = state.loaded.module;
  const services = usePageServices();
  useEffect(() => {
    // A crash in another effect of the same commit unmounts this one before the timer fires.
    const timer = setTimeout(() => {
      if (island.mounted(attempt)) {
        announce(TEXTS['fallback.recovered']);
        // The button that had the focus is gone.
        focusOn(document.getElementById(rowOf(id).element));
      }
      onLive?.();
    }, 0);
    return () => {
      clearTimeout(timer);
    };
  }, [attempt, id, island, onLive]);
  // The compiler cannot see that no module's own props bear React's `key`, so it takes no generic props as they are.
  const allProps = { ...propsOf(id, services, slot), data } as unknown as ModuleProps<Id> & Attributes;
  return (
    <>
      {head && !isZoneId(id) && <PageHeadTags head={head(data)} />}
      {createElement(component, allProps)}
    </>
  );
}

function focusOn(element: HTMLElement | null): void {
  if (!element) return;
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
