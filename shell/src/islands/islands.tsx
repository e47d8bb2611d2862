import type { ModuleId } from '@vidlunnia/contracts';
import { StrictMode, useEffect, useLayoutEffect, useRef } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import type { PageState, ServedIsland } from '../pages/page-state';
import type { PageIsland } from '../pages/page-table';
import { forEachIsland, type Page } from '../pages/pages';
import type { Slot } from '../pages/slots';
import type { Starter } from '../starter/page-start';
import { identifierPrefix, type IslandProps } from './island';
import type { IslandLifecycle } from './island-lifecycle';
import { KEPT_HTML } from './island-places';
import { PageServicesProvider, usePageServices, type PageServices } from './page-services';
import { RemoteIsland, TreeIsland } from './remote-island';

interface Options {
  readonly page: Page;
  readonly islands: PageState['islands'];
  readonly services: Omit<PageServices, 'IslandContent' | 'islands'>;
  readonly starter: Starter;
}

/** The islands of a page that the server rendered, each of which becomes live by itself. */
export class Islands {
  readonly #places = new Map<ModuleId, Element>();
  readonly #roots = new Map<
    ModuleId,
    Pick<IslandRoot<never>, 'load' | 'mount'> & { hand(slot: object): boolean }
  >();
  readonly #starts = new Map<ModuleId, Promise<void>>();
  readonly #starter: Starter;
  #turn: Promise<void> = Promise.resolve();

  constructor({ page, islands, services, starter }: Options) {
    this.#starter = starter;
    const inside: PageServices = { ...services, IslandContent: AdoptedIsland, islands: this };
    forEachIsland(page, services.store.zones, (island) => {
      const { id } = island;
      const place = document.querySelector(`[data-island="${id}"]`);
      if (!place) return;
      this.#places.set(id, place);
      const state = islands[id];
      const onLive = () => {
        this.#settle(id);
      };
      if (state) this.#roots.set(id, new IslandRoot({ island, place, state, services: inside, onLive }));
    });
    // The section around the form has no behaviour, so that nobody else would pass it on.
    const { contactChoice } = services;
    contactChoice.subscribe(() => {
      this.hand('forms/ContactForm', contactChoice.slot());
    });
  }

  /** The element around an island's HTML, be it one without behaviour. */
  placeOf(id: ModuleId): Element | undefined {
    return this.#places.get(id);
  }

  /** Makes an island live. Resolves when it is mounted, or stays as it is. */
  start(id: ModuleId): Promise<void> {
    const started = this.#starts.get(id) ?? this.#start(id);
    this.#starts.set(id, started);
    return started;
  }

  /** Hands an island what the one around it has for it. News makes it live. */
  hand<Id extends ModuleId>(id: Id, slot: Slot<Id>): void {
    if (this.#roots.get(id)?.hand(slot)) void this.start(id);
  }

  async #start(id: ModuleId): Promise<void> {
    const root = this.#roots.get(id);
    if (!root) return;
    if (!(await root.load())) {
      this.#starter.settle(id, false);
      return;
    }
    // One after the other, so that the browser handles input and paints between them.
    this.#turn = this.#turn.then(() => {
      root.mount();
      return new Promise((resolve) => setTimeout(resolve, 0));
    });
    await this.#turn;
  }

  #settle(id: ModuleId): void {
    this.#starter.settle(id, true);
    const pressed = this.#starter.pressed.get(id);
    this.#starter.pressed.delete(id);
    if (pressed?.isConnected) pressAgain(pressed);
  }
}

interface RootOptions<Id extends ModuleId> {
  readonly island: PageIsland<Id>;
  /** The element around the server's HTML. */
  readonly place: Element;
  readonly state: ServedIsland<Id>;
  readonly services: PageServices;
  /** Is called when the island handles its events. */
  readonly onLive: () => void;
}

/** An island of the server's page: a React root of its own, once its visitor wants it. */
class IslandRoot<Id extends ModuleId> {
  readonly #options: RootOptions<Id>;
  readonly #island: IslandLifecycle<Id>;
  #slot: Slot<Id>;
  #root: Root | undefined;
  /** Whether it may be updated: React throws away the HTML of a root that is updated before it hydrated. */
  #isOpen = false;

  constructor(options: RootOptions<Id>) {
    const { island, services, state } = options;
    this.#options = options;
    this.#island = services.store.island(island.id, island.params);
    this.#slot = state.slot;
  }

  /** Gets its code. Resolves to whether there is any: without it the server's HTML stays as it is. */
  async load(): Promise<boolean> {
    const { place, state } = this.#options;
    if (state.data === undefined) {
      // The server could not make it: its place shows the words for that.
      void this.#island.open();
      return true;
    }
    await this.#island.adopt({ data: state.data, nodes: [...place.children] });
    return this.#island.state().status === 'live';
  }

  /** Takes over the server's HTML, or replaces it where another release makes the island. */
  mount(): void {
    const { place, state } = this.#options;
    const options = { identifierPrefix: identifierPrefix(this.#island.id) };
    const { rendered, loaded } = this.#island.state();
    if (rendered && loaded?.isOfPage) {
      // First as it was rendered, whatever it was handed since.
      this.#root = hydrateRoot(place, this.#tree(state.slot), options);
    } else {
      this.#root = createRoot(place, options);
      this.#isOpen = true;
      this.#render();
    }
  }

  /** Passes on the slot that the island around it gives. Returns whether it changed. */
  hand(slot: Slot<Id>): boolean {
    const served = this.#options.state.slot;
    const isNew =
      this.#slot === served ? JSON.stringify(served) !== JSON.stringify(slot) : differs(this.#slot, slot);
    if (!isNew) return false;
    this.#slot = slot;
    if (this.#isOpen) this.#render();
    return true;
  }

  #render(): void {
    this.#root?.render(this.#tree(this.#slot));
  }

  readonly #onLive = () => {
    this.#isOpen = true;
    if (this.#slot !== this.#options.state.slot) this.#render();
    this.#options.onLive();
  };

  #tree(slot: Slot<Id>) {
    const { id, params } = this.#island;
    return (
      <StrictMode>
        <PageServicesProvider value={this.#options.services}>
          <RemoteIsland id={id} params={params} slot={slot} onLive={this.#onLive} />
        </PageServicesProvider>
      </StrictMode>
    );
  }
}

/** An island inside another one that is live: the server's, or, where the server could not make the outer one, a new one. */
function AdoptedIsland<Id extends ModuleId>(props: IslandProps<Id>) {
  const { islands, store } = usePageServices();
  const { id, params } = props;
  const isServed = islands?.placeOf(id) !== undefined;
  const island = store.island(id, params);
  useEffect(() => {
    if (!isServed) void island.open();
  }, [island, isServed]);
  return isServed ? <ServedIslandInside {...props} /> : <TreeIsland {...props} />;
}

/** An island of the server's page stays one, and is handed what is new for it. */
function ServedIslandInside<Id extends ModuleId>({ id, slot }: IslandProps<Id>) {
  const { islands } = usePageServices();
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const original = islands?.placeOf(id);
    // Another release may have replaced everything around it.
    if (original && original !== place.current) place.current?.replaceChildren(original);
  }, [id, islands]);
  useLayoutEffect(() => {
    islands?.hand(id, slot);
  });
  return <div ref={place} data-island={id} {...KEPT_HTML} />;
}

/**
 * Whether a value of a slot is another one: a choice that is made again is a new object. What a slot does not have is
 * no news: a live form keeps its choice.
 */
function differs(before: object, now: object): boolean {
  const values = new Map<string, unknown>(Object.entries(before));
  return Object.entries(now).some(([name, value]) => values.get(name) !== value);
}

/**
 * Gives a control the click that came before its code. What the browser itself does at a click it did then, so that
 * nothing is followed or sent twice.
 */
function pressAgain(control: HTMLElement): void {
  const prevent = (event: Event) => {
    event.preventDefault();
  };
  window.addEventListener('click', prevent, { capture: true });
  control.click();
  window.removeEventListener('click', prevent, { capture: true });
}
