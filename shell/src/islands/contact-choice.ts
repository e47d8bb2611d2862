import type { ContactSlot, ServiceType } from '@vidlunnia/contracts';

/** What the contact form is handed: the service that the visitor chose last, as its link's address says. */
export interface ContactChoice {
  /** The same object until the next choice. */
  readonly slot: () => ContactSlot;
  /** Calls a listener at every choice. Returns what ends that. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Chooses, the same service again too; with `null` a form that comes later begins without a choice. */
  readonly choose: (service: ServiceType | null) => void;
}

export function createContactChoice(service: ServiceType | null): ContactChoice {
  const listeners = new Set<() => void>();
  let slot = slotOf(service);
  return {
    slot: () => slot,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    choose: (chosen) => {
      slot = slotOf(chosen);
      for (const listener of listeners) listener();
    },
  };
}

const slotOf = (service: ServiceType | null): ContactSlot =>
  service === null ? {} : { chosen: { service } };
