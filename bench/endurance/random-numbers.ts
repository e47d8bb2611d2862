/** The next whole number below a limit. */
export type RandomNumbers = (below: number) => number;

/** Random numbers that are the same for the same seed (mulberry32, https://gist.github.com/tommyettinger/46a874533244883189143505d203312c). */
export function randomNumbers(seed: number): RandomNumbers {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below) | 0;
  };
}
