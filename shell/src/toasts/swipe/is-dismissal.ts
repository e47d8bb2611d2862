import { SWIPE } from '../toast-rules';

/**
 * Whether a horizontal movement dismisses a toast: a swipe of 45 px or more, or a flick faster than 0.11 px/ms
 * (specification, section 9). Speed is distance over time from press to release.
 */
export function isDismissal(distancePx: number, elapsedMs: number): boolean {
  const distance = Math.abs(distancePx);
  return distance >= SWIPE.distancePx || distance / elapsedMs > SWIPE.speedPxPerMs;
}
