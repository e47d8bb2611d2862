export type LayoutChange = ReturnType<typeof stubResizeObserver>;

/** Gives jsdom a `ResizeObserver`, and controls the layout that it lacks. */
export function stubResizeObserver() {
  const working = new Set<StubbedObserver>();

  class StubbedObserver implements ResizeObserver {
    constructor(readonly report: ResizeObserverCallback) {}
    readonly observe = () => void working.add(this);
    readonly disconnect = () => void working.delete(this);
    readonly unobserve = this.disconnect;
  }

  Object.assign(globalThis, { ResizeObserver: StubbedObserver });
  return {
    /** Reports a change of size to every observer. */
    happen: () => {
      for (const observer of working) observer.report([], observer);
    },
    /** Number of active observers. */
    observers: () => working.size,
  };
}
