import { StrictMode, type ComponentProps } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import type { IslandStates, ServedIsland } from '../../page/rendered-page';
import type { Page } from '../../site';
import type { Starter } from '../starter/starter';
import { holdInput } from '../../page/islands/held-input';
import {
  identifierPrefix,
  PageServicesProvider,
  RemoteModule,
  type PageServices,
} from '../../page/islands/island';
import { Observable, useObservable, type Lifecycle } from '../../page/islands/lifecycle';

/** An island of the server's page. */
interface Served {
  readonly island: Lifecycle;
  readonly element: Element;
  /** Absent for an island that is not interactive. */
  readonly state: ServedIsland | undefined;
  /** Its current slot. */
  readonly slot: Observable<object>;
  started?: Promise<void>;
}

/** The islands of the server's page. Each becomes live separately, as its own React root. */
export class ServedIslands {
  readonly kind = 'served';
  readonly #islands = new Map<string, Served>();
  readonly #services: PageServices;
  #turn: Promise<void> = Promise.resolve();

  constructor(
    page: Page,
    states: IslandStates,
    services: Omit<PageServices, 'mode'>,
    private readonly starter: Starter,
  ) {
    this.#services = { ...services, mode: this };
    const { store, slots } = services;
    for (const island of store.on(page)) {
      const element = document.querySelector(`[data-island="${island.id}"]`);
      const state = states[island.id];
      const slot = new Observable<object>(state?.slot ?? {});
      if (element) this.#islands.set(island.id, { island, element, state, slot });
    }
    // The section around an island may not be interactive, so its slot is passed here.
    slots.subscribe((id, slot) => {
      this.passSlot(id, slot);
    });
  }

  /** The element around an island's HTML, even if the island is not interactive. */
  elementOf(id: string): Element | undefined {
    return this.#islands.get(id)?.element;
  }

  /** Passes a slot from the outer island. A new value makes the island live. */
  passSlot(id: string, slot: object): void {
    const served = this.#islands.get(id);
    if (!served || !hasNewValue(served, slot)) return;
    served.slot.set(slot);
    void this.start(id);
  }

  /** Makes an island live. Resolves when it is mounted, or stays as the server rendered it. */
  async start(id: string): Promise<void> {
    const served = this.#islands.get(id);
    if (served?.state) await (served.started ??= this.#start(served, served.state));
  }

  async #start(served: Served, { data }: ServedIsland): Promise<void> {
    const { island, element } = served;
    island.state.subscribe(() => {
      if (island.state.get().status === 'failed') this.#settle(served, false);
    });
    if (data === undefined) {
      // The server could not render the island; its element shows a message.
      void island.open();
    } else {
      await island.adopt([...element.children], data);
      if (island.state.get().status !== 'live') return;
    }
    // Islands are mounted one at a time, so the browser handles input and paints in between.
    this.#turn = this.#turn.then(() => {
      this.#mount(served);
      return new Promise((resolve) => setTimeout(resolve, 0));
    });
    await this.#turn;
  }

  /** Takes over the server's HTML, or renders an island that the server could not render. */
  #mount(served: Served): void {
    const { island, element } = served;
    const listeners = {
      // React replaces elements that it does not expect, for example next to an extension's element.
      onMount: holdInput(element),
      onLive: () => {
        this.#settle(served, true);
      },
    };
    const tree = (
      <StrictMode>
        <PageServicesProvider value={this.#services}>
          <WithSlot served={served} {...listeners} />
        </PageServicesProvider>
      </StrictMode>
    );
    const options = { identifierPrefix: identifierPrefix(island.id) };
    if (island.state.get().rendered) hydrateRoot(element, tree, options);
    else createRoot(element, options).render(tree);
  }

  #settle({ island: { id }, element }: Served, isLive: boolean): void {
    this.starter.settle(id, isLive);
    // For tests and for developers who inspect the page.
    element.setAttribute('data-live', String(isLive));
    if (!isLive) return;
    const pressed = this.starter.pressed.get(id);
    this.starter.pressed.delete(id);
    if (pressed?.isConnected) pressAgain(pressed);
  }
}

type Listeners = Pick<ComponentProps<typeof RemoteModule>, 'onMount' | 'onLive'>;

/** An island with its slot; the first render always has the slot of the server's rendering. */
function WithSlot({ served, ...listeners }: Listeners & { readonly served: Served }) {
  const slot = useObservable(served.slot, served.state?.slot);
  return <RemoteModule island={served.island} slot={slot} {...listeners} />;
}

/**
 * Whether a slot has a new value. Compares by identity, so a repeated choice is new, except with the server's slot. A
 * slot without a value is not new, so a live form keeps its choice.
 */
function hasNewValue({ slot, state }: Served, passed: object): boolean {
  const known = new Map<string, unknown>(Object.entries(slot.get()));
  const isServed = slot.get() === state?.slot;
  return Object.entries(passed).some(
    ([name, value]) =>
      known.get(name) !== value && !(isServed && JSON.stringify(known.get(name)) === JSON.stringify(value)),
  );
}

/**
 * Repeats a click on a control from before the code was loaded. The browser's default action has already happened, so
 * it is prevented here.
 */
function pressAgain(control: HTMLElement): void {
  const prevent = (event: Event) => {
    event.preventDefault();
  };
  window.addEventListener('click', prevent, { capture: true });
  control.click();
  window.removeEventListener('click', prevent, { capture: true });
}
