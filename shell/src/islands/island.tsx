import type {
  FormName,
  ModuleContracts,
  ModuleId,
  ModuleProps,
  NamedModuleId,
  ZoneProps,
} from '@vidlunnia/contracts';
import { createElement, Suspense, useEffect, useLayoutEffect, useRef, type Attributes } from 'react';
import { PageHeadTags } from '../document/page-head';
import type { Slot } from '../pages/page-state';
import { rowOf } from '../pages/page-table';
import { NO_PARAMS } from '../pages/pages';
import { elementOfZone, isZoneId } from '../pages/zones';
import { CONTACT_DETAILS, OWNER, TEXTS } from '../site';

import { announce } from './announcer';
import { Boundary } from './boundary';
import type { Lifecycle, LifecycleState } from './lifecycle';
import { useObservable } from './observable';
import { usePageServices, type IslandProps, type PageServices } from './page-services';
import { Failed, KEPT_HTML, Kept, Waiting } from './places';

/**
 * Before every id that React makes inside an island, or in the page around them: the same on the server and in the
 * browser, and another for every React root (react#22855).
 */
export const identifierPrefix = (id: ModuleId | 'page'): string =>
  id === 'page' ? '' : id.replaceAll('/', '-');

/**
 * A remote's module on a page. The server renders each by itself, and the browser makes each live by itself; a page
 * that the browser makes is one tree.
 */
export function Island<Id extends ModuleId>(props: IslandProps<Id>) {
  const { leavePlace, served } = usePageServices();
  if (leavePlace) return leavePlace(props);
  return served?.placeOf(props.id) ? <ServedInside {...props} /> : <TreeIsland {...props} />;
}

/** An island of a tree that the browser makes. */
function TreeIsland({ id, params, slot }: IslandProps) {
  const island = usePageServices().store.island(id, params);
  useEffect(() => {
    // A page opens its own at once; only one inside another that the server could not make waits for that.
    if (island.state.get().status === 'waiting') void island.open();
  }, [island]);
  return (
    <div data-island={id}>
      <RemoteModule island={island} slot={slot} />
    </div>
  );
}

/** An island of the server's page inside another one that is live: it stays one, and is handed what is new for it. */
function ServedInside({ id, slot }: IslandProps) {
  const { served } = usePageServices();
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const original = served?.placeOf(id);
    // Another release may have replaced everything around it.
    if (original && original !== place.current) place.current?.replaceChildren(original);
  }, [id, served]);
  useLayoutEffect(() => {
    served?.hand(id, slot);
  });
  return <div ref={place} data-island={id} {...KEPT_HTML} />;
}

interface RemoteModuleProps {
  readonly island: Lifecycle;
  readonly slot: object;
  /** Is called when the island is mounted and handles its events. */
  readonly onLive?: (() => void) | undefined;
}

/** A remote's module: on its way, failed with a way to try again, or there. */
export function RemoteModule({ island, slot, onLive }: RemoteModuleProps) {
  const isServer = usePageServices().leavePlace !== undefined;
  const { id } = island;
  const state = useObservable(island.state);
  const { status, attempt, loaded, rendered, isRetrying } = state;
  const failed = rendered ? (
    <Kept nodes={rendered} />
  ) : (
    <Failed id={id} retrying={isRetrying} onRetry={isServer ? undefined : () => void island.retry()} />
  );
  // On a server nothing more will come.
  const waiting = isServer ? failed : <Waiting id={id} />;
  let shown = waiting;
  if (status === 'failed') {
    shown = failed;
  } else if (loaded) {
    // Only for what a module waits for: React holds back for 300 ms what ends a fallback of `Suspense`.
    shown = (
      <Suspense fallback={waiting}>
        <Content island={island} state={{ ...state, loaded }} slot={slot} onLive={onLive} />
      </Suspense>
    );
  }
  return (
    <Boundary key={attempt} fallback={failed} onFailure={(error) => void island.crash(attempt, error)}>
      {shown}
    </Boundary>
  );
}

interface ContentProps extends RemoteModuleProps {
  readonly state: LifecycleState & { readonly loaded: object };
}

function Content({ island, state: { attempt, data, loaded }, slot, onLive }: ContentProps) {
  const { id } = island;
  const { default: component, head } = loaded.module;
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
  // The compiler cannot see that no module's own props have React's `key`, so it takes no generic props as they are.
  const props = { ...propsOf(id, services, slot), data } as unknown as ModuleProps<ModuleId> & Attributes;
  return (
    <>
      {head && !isZoneId(id) && <PageHeadTags head={head(data)} />}
      {createElement(component, props)}
    </>
  );
}

function focusOn(element: HTMLElement | null): void {
  if (!element) return;
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

/** Of the modules that take props by their contract. */
type PropsOf = {
  readonly [Id in NamedModuleId as keyof ModuleContracts[Id]['props'] extends never ? never : Id]: (
    services: PageServices,
    slot: Slot<Id>,
  ) => ModuleContracts[Id]['props'];
};

const PROPS_OF: PropsOf = {
  'home/About': () =>
    OWNER.satisfactionSource ? { satisfactionSource: OWNER.satisfactionSource } : NO_PARAMS,
  'home/Vacancies': () => VACANCIES,
  'home/Contact': () => CONTACT,
  'forms/ApplicationForm': (services, slot) => ({ ...formProps('application', services), ...slot }),
  'forms/ContactForm': (services, slot) => ({ ...formProps('contact', services), ...slot }),
};

/** What the shell passes to a module, beside its data. */
function propsOf(id: ModuleId, services: PageServices, slot: object): object {
  if (isZoneId(id)) {
    return { id: elementOfZone(id), headingLevel: 2, details: CONTACT_DETAILS } satisfies ZoneProps;
  }
  // Every slot is made for the island that it is handed to.
  const makers = PROPS_OF as Partial<Record<ModuleId, (services: PageServices, slot: object) => object>>;
  return makers[id]?.(services, slot) ?? NO_PARAMS;
}

const VACANCIES: ModuleContracts['home/Vacancies']['props'] = {
  form: (slot) => <Island id="forms/ApplicationForm" params={NO_PARAMS} slot={slot} />,
};

const CONTACT: ModuleContracts['home/Contact']['props'] = {
  details: CONTACT_DETAILS,
  form: <ContactFormIsland />,
};

function ContactFormIsland() {
  const slot = useObservable(usePageServices().contactChoice);
  return <Island id="forms/ContactForm" params={NO_PARAMS} slot={slot} />;
}

const formProps = (form: FormName, { api, submission }: PageServices) => ({
  api,
  details: CONTACT_DETAILS,
  outcome: submission?.form === form ? submission : null,
});
