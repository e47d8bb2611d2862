import {
  createContext,
  createElement,
  Suspense,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  type ReactNode,
} from 'react';
import type { Site, Slots } from '../../site';
import { elementOf, isZoneId } from '../modules';
import { announce, Boundary, KEPT_HTML, Kept, PageHeadTags } from './fallbacks';
import {
  Observable,
  useObservable,
  type IslandStore,
  type Lifecycle,
  type LifecycleState,
} from './lifecycle';

export interface IslandProps {
  readonly id: string;
  readonly params: object;
  readonly slot: object;
}

/** How a React root renders the islands in it. */
type IslandMode =
  /** On a server: each island is rendered separately, and the root leaves its placeholder. All loading has ended. */
  | { readonly kind: 'server'; leavePlaceholder(island: IslandProps): ReactNode }
  /** In an island of the server's page: nested islands that the server rendered stay separate roots. */
  | {
      readonly kind: 'served';
      elementOf(id: string): Element | undefined;
      passSlot(id: string, slot: object): void;
    }
  /** In a page that the browser renders: islands belong to the page's tree. */
  | { readonly kind: 'tree' };

/** Services for islands; one object for the lifetime of a page. */
export interface PageServices {
  readonly site: Site;
  readonly mode: IslandMode;
  readonly store: IslandStore;
  readonly api: object;
  /** The page's input (`PageRequest`). */
  readonly input: unknown;
  /** Slots that the page's input and the site's own links fill, by island. */
  readonly slots: PageSlots;
}

/** The slots of a page that no outer island fills. */
export class PageSlots {
  readonly #slots: ReadonlyMap<string, Observable<object>>;

  constructor(slots: Slots) {
    this.#slots = new Map(Object.entries(slots).map(([id, slot]) => [id, new Observable(slot)]));
  }

  /** Throws when the site's `slotsOf` has no such slot. */
  of(id: string): Observable<object> {
    const slot = this.#slots.get(id);
    if (!slot) throw new Error(`The site's slotsOf names no ${id}`);
    return slot;
  }

  /** Calls back with an island's new slot. */
  subscribe(listener: (id: string, slot: object) => void): void {
    for (const [id, slot] of this.#slots)
      slot.subscribe(() => {
        listener(id, slot.get());
      });
  }
}

/** The slot of an island that no outer island fills. */
export const useSlot = (id: string): object => useObservable(usePageServices().slots.of(id));

export const PageServicesProvider = createContext<PageServices | null>(null);

export function usePageServices(): PageServices {
  const services = use(PageServicesProvider);
  if (!services) throw new Error('An island is outside PageServicesProvider');
  return services;
}

/**
 * Prefix of the ids that React generates in an island or the page: equal on server and browser, different for every
 * React root (react#22855).
 */
export const identifierPrefix = (id: string): string => (id === 'page' ? '' : id.replaceAll('/', '-'));

/** A remote's module on a page. */
export function Island({ id, params = {}, slot = {} }: Pick<IslandProps, 'id'> & Partial<IslandProps>) {
  const { mode } = usePageServices();
  const props = { id, params, slot };
  if (mode.kind === 'server') return mode.leavePlaceholder(props);
  const original = mode.kind === 'served' ? mode.elementOf(id) : undefined;
  return original ? <ServedIsland {...props} original={original} /> : <TreeIsland {...props} />;
}

/** An island in a tree that the browser renders; it is live once loaded. */
function TreeIsland({ id, params, slot }: IslandProps) {
  const island = usePageServices().store.island(id, params);
  useEffect(() => {
    // A page opens its own islands at once. Only a nested island that failed on the server starts here.
    if (island.state.get().status === 'waiting') void island.open();
  }, [island]);
  return (
    <div data-island={id} data-live="true">
      <RemoteModule island={island} slot={slot} />
    </div>
  );
}

/** An island of the server's page nested in a live one. It remains a separate root, and gets new slots. */
function ServedIsland({ id, slot, original }: IslandProps & { readonly original: Element }) {
  const { mode } = usePageServices();
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // React may have replaced the outer island's elements.
    if (original !== place.current) place.current?.replaceChildren(original);
  }, [original]);
  useLayoutEffect(() => {
    if (mode.kind === 'served') mode.passSlot(id, slot);
  });
  return <div ref={place} data-island={id} {...KEPT_HTML} />;
}

interface RemoteModuleProps {
  readonly island: Lifecycle;
  readonly slot: object;
  /** Called when the island's elements are in the page, before the browser handles more input. */
  readonly onMount?: (() => void) | undefined;
  /** Called when the island is mounted and handles its events. */
  readonly onLive?: (() => void) | undefined;
}

/** A remote's module: loading, failed with a retry button, or loaded. */
export function RemoteModule({ island, slot, ...listeners }: RemoteModuleProps) {
  const isServer = usePageServices().mode.kind === 'server';
  const { id } = island;
  const { Waiting, Failed } = usePageServices().site;
  const state = useObservable(island.state);
  const { status, attempt, loaded, rendered } = state;
  const isRetrying = status === 'retrying';
  const failed = rendered ? (
    <Kept island={island} />
  ) : (
    <Failed id={id} retrying={isRetrying} onRetry={isServer ? undefined : () => void island.retry()} />
  );
  // A server has finished all loading.
  const waiting = isServer ? failed : <Waiting id={id} />;
  let shown = status === 'failed' || isRetrying ? failed : waiting;
  if (status === 'live' && loaded) {
    // Only if the module itself suspends, because React shows a `Suspense` fallback for at least 300 ms.
    shown = (
      <Suspense fallback={waiting}>
        <Content {...state} {...listeners} loaded={loaded} island={island} slot={slot} />
      </Suspense>
    );
  }
  return (
    <Boundary key={attempt} fallback={failed} onFailure={island.crash}>
      {shown}
    </Boundary>
  );
}

type ContentProps = RemoteModuleProps & LifecycleState & { readonly loaded: object };

function Content({ island, data, loaded, slot, onMount, onLive }: ContentProps) {
  const { id } = island;
  const { default: component, head } = loaded.module;
  const { api, input, site } = usePageServices();
  useLayoutEffect(() => onMount?.(), [onMount]);
  useEffect(() => {
    // If another effect of the same commit crashes, this component is unmounted before the timer fires.
    const timer = setTimeout(() => {
      if (island.mounted()) {
        announce(site.recovered);
        // The focused button has been removed.
        focusOn(document.getElementById(elementOf(site, id)));
      }
      onLive?.();
    }, 0);
    return () => {
      clearTimeout(timer);
    };
  }, [id, island, onLive, site]);
  const props = { ...site.propsOf(id, { api, input, slot }), data };
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
