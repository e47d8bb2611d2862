/** Distance from the window, in CSS pixels, at which a part is made live before the visitor gets there. */
const NEAR = '600px';

/** Resolves when an element nears the viewport or the browser has nothing else to do. */
export function nearOrIdle(element: Element | null): Promise<void> {
  return new Promise((resolve) => {
    const near = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) done();
      },
      { rootMargin: NEAR },
    );
    const done = () => {
      near.disconnect();
      resolve();
    };
    if (element) near.observe(element);
    whenIdle(done);
  });
}

/** Safari has no idle callbacks: there a moment has to do. */
const whenIdle = (run: () => void) => {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: 5_000 });
  else setTimeout(run, 200);
};
