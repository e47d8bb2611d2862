import { StrictMode } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import type { ModuleId } from '@vidlunnia/contracts';
import { ROOT_OPTIONS } from './root-options';
import type { ServedIsland } from '../pages/page-state';
import type { PageIsland } from '../pages/page-table';
import { PageServicesProvider, type PageServices } from './page-services';
import { RemoteIsland } from './remote-island';
import { identifierPrefix } from './identifier-prefix';
import type { Slot } from '../pages/slots';

/** What an island is known by, and made live with. */
interface Options<Id extends ModuleId> {
  readonly island: PageIsland<Id>;
  /** The element around the server's HTML. */
  readonly place: Element;
  readonly state: ServedIsland<Id>;
  readonly services: PageServices;
  /** Is called when the island handles its events. */
  readonly onLive: () => void;
}

/** An island of the server's page: a React root of its own, once its visitor wants it. */
export class IslandRoot<Id extends ModuleId> {
  readonly #options: Options<Id>;
  #slot: Slot<Id>;
  #root: Root | undefined;
  /** Whether it may be updated: React throws away the HTML of a root that is updated before it hydrated. */
  #isOpen = false;

  constructor(options: Options<Id>) {
    this.#options = options;
    this.#slot = options.state.slot;
  }

  /** Gets its code. Resolves to whether there is any: without it the server's HTML stays as it is. */
  async load(): Promise<boolean> {
    const { island, place, state, services } = this.#options;
    if (state.data === undefined) return true;
    await services.store.adopt(island.id, island.params, { data: state.data, nodes: [...place.children] });
    return !this.#isServed() || (await this.#attempt().arrival).module !== null;
  }

  /** Takes over the server's HTML, or replaces it where another release makes the island. */
  mount(): void {
    const { island, place, state } = this.#options;
    const options = { ...ROOT_OPTIONS, identifierPrefix: identifierPrefix(island.id) };
    if (this.#isServed()) {
      // First as it was rendered, whatever it was handed since.
      this.#root = hydrateRoot(place, this.#tree(state.slot), options);
    } else {
      this.#root = createRoot(place, options);
      this.#isOpen = true;
      this.#render();
    }
  }

  /** Takes away what `mount` made. */
  unmount(): void {
    this.#root?.unmount();
  }

  /** Passes on the slot that the island around it gives. Returns whether it changed. */
  hand(slot: Slot<Id>): boolean {
    if (isSame(this.#slot, slot, this.#slot === this.#options.state.slot)) return false;
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

  #attempt() {
    const { island, services } = this.#options;
    return services.store.state(island.id, island.params).attempt;
  }

  /** Whether the code is of the release that made the HTML. */
  #isServed(): boolean {
    return this.#attempt().plan === 'hydration';
  }

  #tree(slot: Slot<Id>) {
    const { island, services } = this.#options;
    return (
      <StrictMode>
        <PageServicesProvider value={services}>
          <RemoteIsland id={island.id} params={island.params} slot={slot} onLive={this.#onLive} />
        </PageServicesProvider>
      </StrictMode>
    );
  }
}

/** Compares what is handed by identity; what came with the page, by its JSON. */
function isSame(before: object, now: object, served: boolean): boolean {
  if (served) return JSON.stringify(before) === JSON.stringify(now);
  const values = new Map<string, unknown>(Object.entries(before));
  return Object.entries(now).every(([name, value]) => values.get(name) === value);
}
