import { useSyncExternalStore } from 'react';

/** A value that components can observe. */
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

  /** Calls a listener at every change. Returns a function that unsubscribes it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

/** The current value. A component that is hydrated starts with `served`, its value during server rendering. */
export const useObservable = <Value>({ subscribe, get }: Observable<Value>, served = get()): Value =>
  useSyncExternalStore(subscribe, get, () => served);
