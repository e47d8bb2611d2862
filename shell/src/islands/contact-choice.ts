import type { ContactSlot, ServiceType } from '@vidlunnia/contracts';

const NOTHING: ContactSlot = {};

/** What the contact form is handed: the service that the visitor chose last, as its link's address says. */
export class ContactChoice {
  readonly #listeners = new Set<() => void>();
  #slot = NOTHING;

  constructor(service: ServiceType | null) {
    this.#set(service);
  }

  /** The same object until the next choice. */
  readonly slot = (): ContactSlot => this.#slot;

  /** Calls a listener at every choice. Returns what ends that. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Chooses, the same service again too; with `null` a form that comes later begins without a choice. */
  choose(service: ServiceType | null): void {
    this.#set(service);
    for (const listener of this.#listeners) listener();
  }

  #set(service: ServiceType | null): void {
    this.#slot = service === null ? NOTHING : { chosen: { service } };
  }
}
