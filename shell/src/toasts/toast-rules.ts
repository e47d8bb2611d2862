/** How toasts behave: specification, section 9, «Toast defaults». */
export const TOASTS = {
  /** Shown at once; the others wait for their turn. */
  limit: 3,
  durationMs: 4000,
  widthPx: 356,
  gapPx: 14,
} as const;

/** What dismisses a toast by hand: specification, section 9, «swipe-dismiss at 45 px or speed above 0.11». */
export const SWIPE = {
  /** From here on a swipe dismisses, however slow. */
  distancePx: 45,
  /** Above it a flick dismisses, however short. */
  speedPxPerMs: 0.11,
} as const;
