/**
 * Milliseconds in which a page has to come about, all from its request on: each leaves the next one time to use what
 * arrived. Past the last the visitor gets the cached page, else a plain 503 page.
 */
export const DEADLINES = {
  /** An island's data; the page goes out without them. */
  data: 2_000,
  /** Rendering; what still waits for something is cut off with what it has. */
  rendering: 2_600,
  /** The page as the worker hands it over; a worker that misses it again and again is taken for hung. */
  page: 3_000,
} as const;
