/** Plays the layout that jsdom does not have. */
export interface LayoutChange {
  /** Tells every observer that something changed its size. */
  readonly happen: () => void;
  /** How many observers are at work. */
  readonly observers: () => number;
}

/** Gives jsdom a `ResizeObserver` that speaks when the test says so. */
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
