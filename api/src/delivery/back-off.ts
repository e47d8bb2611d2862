const FIRST_MS = 10_000;
const FACTOR = 4;
const LONGEST_MS = 6 * 3_600_000;

/** Attempts before a delivery is dead: a day and a half with `backOff`. */
export const MOST_ATTEMPTS = 12;

/**
 * Milliseconds from a failed attempt to the next: 10 s, 40 s, 3 min, 11 min, 43 min, 3 h, then 6 h; up to half less, so
 * that deliveries that failed together are not repeated together.
 * @param attempts made so far
 */
export function backOff(attempts: number, random = Math.random()): number {
  const whole = Math.min(FIRST_MS * FACTOR ** (attempts - 1), LONGEST_MS);
  return Math.round(whole * (1 - random / 2));
}
