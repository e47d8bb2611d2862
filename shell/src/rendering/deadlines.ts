/**
 * Milliseconds for the steps of making a page, all counted from its request: each leaves the next one time to use the
 * results. After the last, the visitor gets the cached page, else a plain 503 page.
 */
export const DEADLINES = {
  /** An island's data; then the page is rendered without them. */
  data: 2_000,
  /** Rendering; parts that are still waiting are cut off. */
  rendering: 2_600,
  /** The whole page from the worker; a worker that misses this repeatedly counts as hung. */
  page: 3_000,
} as const;
