import type { ModuleId } from '@vidlunnia/contracts';
import type { PageState } from '../pages/page-state';
import { rowOf, type PageIsland } from '../pages/page-table';
import { forEachIsland, type Page } from '../pages/pages';
import type { PageServices } from './page-services';
import type { Starter } from '../starter/page-start';
import { DATA_MAX_AGE } from '../starter/page-start';
import { AdoptedIsland } from './adopted-island';
import { hasUserInteraction } from './has-user-interaction';
import { IslandRoot } from './island-root';
import { looksLike } from './looks-like';
import { pressAgain } from './press-again';
import type { Slot } from '../pages/slots';

interface Options {
  readonly page: Page;
  readonly islands: PageState['islands'];
  readonly services: Omit<PageServices, 'IslandContent' | 'islands'>;
  readonly starter: Starter;
}

/** Milliseconds that an island may take to stand, once its code and data are there. */
const STANDS_WITHIN = 5_000;

/** An island, whichever it is. */
type AnyIslandRoot = Pick<IslandRoot<never>, 'load' | 'mount'> & { hand(slot: object): boolean };

/** The islands of a page that the server rendered, each of which becomes live by itself. */
export class Islands {
  readonly #places = new Map<ModuleId, Element>();
  readonly #roots = new Map<ModuleId, AnyIslandRoot>();
  readonly #starts = new Map<ModuleId, Promise<void>>();
  readonly #live = new Set<ModuleId>();
  readonly #starter: Starter;
  readonly #page: Page;
  readonly #services: Options['services'];
  /** Islands without behaviour that were made anew with newer data. */
  readonly #renewed = new Set<ModuleId>();
  #turn: Promise<void> = Promise.resolve();

  constructor({ page, islands, services, starter }: Options) {
    this.#starter = starter;
    this.#page = page;
    this.#services = services;
    const inside: PageServices = { ...services, IslandContent: AdoptedIsland, islands: this };
    forEachIsland(page, services.store.zones, (island) => {
      const { id, params } = island;
      const place = document.querySelector(`[data-island="${id}"]`);
      if (!place) return;
      this.#places.set(id, place);
      const state = islands[id];
      if (!state) return;
      const onLive = () => {
        this.#settle(id);
        void services.store.refresh(id, params);
      };
      this.#roots.set(id, new IslandRoot({ island, place, state, services: inside, onLive }));
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

  /**
   * Has the page show newer data where what it shows is old. What cannot be had is left as it is; so is what a visitor
   * uses.
   */
  async refresh(): Promise<void> {
    const refreshing: Promise<void>[] = [];
    forEachIsland(this.#page, this.#services.store.zones, (island) => {
      if (rowOf(island.id).loads) refreshing.push(this.#refresh(island));
    });
    await Promise.all(refreshing);
  }

  async #refresh<Id extends ModuleId>(island: PageIsland<Id>): Promise<void> {
    const { id, params } = island;
    const { store } = this.#services;
    if (this.#roots.has(id)) {
      // One that is not live yet does so as soon as it is: first it needs what its HTML was made of.
      await (this.#live.has(id) ? store.refresh(id, params) : this.start(id));
      return;
    }
    const place = this.#places.get(id);
    if (!place || (!store.knows(id, params) && Date.now() - performance.timeOrigin < DATA_MAX_AGE)) return;
    await store.open(id, params);
    const { failure } = await store.state(id, params).attempt.arrival;
    // Once renewed, it is a React root that shows by itself what the store has.
    if (failure || this.#renewed.has(id)) return;
    const isLeftAlone = () => !place.isConnected || isInUse(place);
    if (isLeftAlone() || (await this.#looksTheSame(island, place)) || isLeftAlone()) return;
    this.#renewed.add(id);
    this.#rootOf(island, place, () => undefined).mount();
  }

  /** Whether an island would look as it does, made of the data that are there now; also when it cannot be made. */
  async #looksTheSame<Id extends ModuleId>(island: PageIsland<Id>, place: Element): Promise<boolean> {
    const copy = place.cloneNode() as Element;
    return new Promise((resolve) => {
      const end = (same: boolean) => {
        clearTimeout(patience);
        // Not in the middle of an effect of it.
        setTimeout(() => {
          root.unmount();
        }, 0);
        resolve(same);
      };
      const patience = setTimeout(end, STANDS_WITHIN, true);
      const root = this.#rootOf(island, copy, () => {
        end(looksLike(copy, place));
      });
      root.mount();
    });
  }

  /** Of what the store has; the server's HTML gives way to it. */
  #rootOf<Id extends ModuleId>(island: PageIsland<Id>, place: Element, onLive: () => void): IslandRoot<Id> {
    const services = { ...this.#services, IslandContent: AdoptedIsland };
    return new IslandRoot({ island, place, state: { slot: {} as Slot<Id> }, services, onLive });
  }

  async #start(id: ModuleId): Promise<void> {
    const root = this.#roots.get(id);
    if (!root) return;
    if (!(await root.load())) {
      this.#starter.settle(id, false);
      return;
    }
    // One after the other, so that what a visitor does between them is handled.
    this.#turn = this.#turn.then(() => {
      root.mount();
      return yieldToInput();
    });
    await this.#turn;
  }

  #settle(id: ModuleId): void {
    this.#live.add(id);
    this.#starter.settle(id, true);
    const pressed = this.#starter.pressed.get(id);
    this.#starter.pressed.delete(id);
    if (pressed?.isConnected) pressAgain(pressed);
  }
}

/** Whether a visitor has the focus in an element, has changed a field of it or marked text in it. */
function isInUse(place: Element): boolean {
  const selection = document.getSelection();
  const isMarked = selection?.isCollapsed === false && selection.containsNode(place, true);
  return isMarked || hasUserInteraction([place]);
}

/** Lets the browser handle input and paint. */
const yieldToInput = () => new Promise<void>((resolve) => setTimeout(resolve, 0));
