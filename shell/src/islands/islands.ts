import type { ModuleId } from '@vidlunnia/shared/contracts';
import type { PageState } from '../pages/page-state';
import { forEachIsland, type Page } from '../pages/pages';
import type { PageServices } from './page-services';
import type { Starter } from '../starter/page-start';
import { AdoptedIsland } from './adopted-island';
import { IslandRoot } from './island-root';
import { pressAgain } from './press-again';
import type { Slot } from '../pages/slots';

interface Options {
  readonly page: Page;
  readonly islands: PageState['islands'];
  readonly services: Omit<PageServices, 'IslandContent' | 'islands'>;
  readonly starter: Starter;
}

/** An island, whichever it is. */
type AnyIslandRoot = Pick<IslandRoot<never>, 'load' | 'mount'> & { hand(slot: object): boolean };

/** The islands of a page that the server rendered, each of which becomes live by itself. */
export class Islands {
  readonly #places = new Map<ModuleId, Element>();
  readonly #roots = new Map<ModuleId, AnyIslandRoot>();
  readonly #starts = new Map<ModuleId, Promise<void>>();
  readonly #starter: Starter;
  #turn: Promise<void> = Promise.resolve();

  constructor({ page, islands, services, starter }: Options) {
    this.#starter = starter;
    const inside: PageServices = { ...services, IslandContent: AdoptedIsland, islands: this };
    forEachIsland(page, (island) => {
      const { id } = island;
      const place = document.querySelector(`[data-island="${id}"]`);
      if (!place) return;
      this.#places.set(id, place);
      const state = islands[id];
      if (!state) return;
      const onLive = () => {
        this.#settle(id);
      };
      this.#roots.set(id, new IslandRoot({ island, place, state, services: inside, onLive }));
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
    // One after the other, so that what a visitor does between them is handled.
    this.#turn = this.#turn.then(() => {
      root.mount();
      return yieldToInput();
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

/** Lets the browser handle input and paint. */
const yieldToInput = () => new Promise<void>((resolve) => setTimeout(resolve, 0));
