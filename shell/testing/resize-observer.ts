/** Controls the layout that jsdom lacks. */
export interface LayoutChange {
  /** Reports a change of size to every observer. */
  readonly happen: () => void;
  /** Number of active observers. */
  readonly observers: () => number;
}

/** Gives jsdom a `ResizeObserver` that the test controls. */
export function stubResizeObserver(): LayoutChange {
  const working = new Set<StubbedObserver>();

  class StubbedObserver implements ResizeObserver {
    constructor(readonly report: ResizeObserverCallback) {}
    observe() {
      working.add(this);
    }
    unobserve() {
      working.delete(this);
    }
    disconnect() {
      working.delete(this);
    }
  }

  Object.assign(globalThis, { ResizeObserver: StubbedObserver });
  return {
    happen: () => {
      for (const observer of working) observer.report([], observer);
    },
    observers: () => working.size,
  };
}
