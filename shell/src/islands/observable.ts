import { useSyncExternalStore } from 'react';

/** A value that components follow. */
export class Observable<Value> {
  readonly #listeners = new Set<() => void>();
  #value: Value;

  constructor(value: Value) {
    this.#value = value;
  }

  readonly get = (): Value => this.#value;

  set(value: Value): void {
    this.#value = value;
    for (const listener of this.#listeners) listener();
  }

  /** Calls a listener at every change. Returns what ends that. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

/** The value as it is now. A component that is hydrated begins with `served`, what the server rendered it with. */
export const useObservable = <Value>({ subscribe, get }: Observable<Value>, served = get()): Value =>
  useSyncExternalStore(subscribe, get, () => served);
