import type {
  Api,
  ContactSlot,
  FormName,
  ModuleContracts,
  ModuleId,
  ModuleParams,
  ModuleProps,
  NamedModuleId,
  VacanciesSlot,
  ZoneProps,
} from '@vidlunnia/contracts';
import {
  createContext,
  createElement,
  Suspense,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  type Attributes,
  type ReactNode,
} from 'react';
import { isZoneId, rowOf } from '../pages/pages';
import type { Submission } from '../pages/rendered-page';
import { TEXTS, owner } from '../site/site';
import { announce, Boundary, Failed, KEPT_HTML, Kept, PageHeadTags, Waiting } from './fallbacks';
import {
  useObservable,
  type IslandStore,
  type Lifecycle,
  type LifecycleState,
  type Observable,
} from './lifecycle';

export interface IslandProps {
  readonly id: ModuleId;
  readonly params: ModuleParams<ModuleId>;
  readonly slot: object;
}

/** How a React root renders the islands in it. */
type IslandMode =
  /** On a server: each island is rendered separately, and the root leaves its placeholder. All loading has ended. */
  | { readonly kind: 'server'; leavePlaceholder(island: IslandProps): ReactNode }
  /** In an island of the server's page: nested islands that the server rendered stay separate roots. */
  | {
      readonly kind: 'served';
      elementOf(id: ModuleId): Element | undefined;
      passSlot(id: ModuleId, slot: object): void;
    }
  /** In a page that the browser renders: islands belong to the page's tree. */
  | { readonly kind: 'tree' };

/** Services for islands; one object for the lifetime of a page. */
export interface PageServices {
  readonly mode: IslandMode;
  readonly store: IslandStore;
  readonly api: Api;
  /** A form that was sent without a script; this page is the response. */
  readonly submission: Submission | null;
  /** Slot of the contact form: the service that the visitor chose last. */
  readonly contactChoice: Observable<ContactSlot>;
}

export const PageServicesProvider = createContext<PageServices | null>(null);

export function usePageServices(): PageServices {
  const services = use(PageServicesProvider);
  if (!services) throw new Error('An island is outside PageServicesProvider');
  return services;
}

/** Slot of the contact form for a chosen service. Without a service, a live form keeps its choice. */
export const contactSlot = (service = ''): ContactSlot => (service === '' ? {} : { chosen: { service } });

/**
 * Prefix of the ids that React generates in an island or the page: equal on server and browser, different for every
 * React root (react#22855).
 */
export const identifierPrefix = (id: ModuleId | 'page'): string =>
  id === 'page' ? '' : id.replaceAll('/', '-');

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
  const services = usePageServices();
  useLayoutEffect(() => onMount?.(), [onMount]);
  useEffect(() => {
    // If another effect of the same commit crashes, this component is unmounted before the timer fires.
    const timer = setTimeout(() => {
      if (island.mounted()) {
        announce(TEXTS['fallback.recovered']);
        // The focused button has been removed.
        focusOn(document.getElementById(rowOf(id).element));
      }
      onLive?.();
    }, 0);
    return () => {
      clearTimeout(timer);
    };
  }, [id, island, onLive]);
  // TypeScript rejects generic props here, because it cannot exclude React's `key` from a module's props.
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

/** Additional input of islands from the outer island or the page's address. */
interface Slots extends Readonly<Record<NamedModuleId, object>> {
  readonly 'forms/ApplicationForm': VacanciesSlot;
  readonly 'forms/ContactForm': ContactSlot;
}

/** Props of the modules whose contract has any. */
type PropsOf = {
  readonly [Id in NamedModuleId as keyof ModuleContracts[Id]['props'] extends never ? never : Id]: (
    services: PageServices,
    slot: Slots[Id],
  ) => ModuleContracts[Id]['props'];
};

const PROPS_OF: PropsOf = {
  'home/About': () => {
    const { satisfactionSource } = owner();
    return satisfactionSource ? { satisfactionSource } : {};
  },
  'home/Vacancies': () => ({ form: applicationForm }),
  'home/Contact': () => ({ details: owner().contact, form: <ContactFormIsland /> }),
  'forms/ApplicationForm': (services, slot) => ({ ...formProps('application', services), ...slot }),
  'forms/ContactForm': (services, slot) => ({ ...formProps('contact', services), ...slot }),
};

/** The props of a module from the shell, without its data. */
function propsOf(id: ModuleId, services: PageServices, slot: object): object {
  if (isZoneId(id)) {
    return { id: rowOf(id).element, headingLevel: 2, details: owner().contact } satisfies ZoneProps;
  }
  // The caller creates each slot for this island.
  const makers = PROPS_OF as Partial<Record<ModuleId, (services: PageServices, slot: object) => object>>;
  return makers[id]?.(services, slot) ?? {};
}

const applicationForm: ModuleContracts['home/Vacancies']['props']['form'] = (slot) => (
  <Island id="forms/ApplicationForm" slot={slot} />
);

function ContactFormIsland() {
  const slot = useObservable(usePageServices().contactChoice);
  return <Island id="forms/ContactForm" slot={slot} />;
}

const formProps = (form: FormName, { api, submission }: PageServices) => ({
  api,
  details: owner().contact,
  outcome: submission?.form === form ? submission : null,
});
