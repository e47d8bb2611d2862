import { describe, expect, test } from '@jest/globals';
import { isDismissal } from './is-dismissal';

describe('a movement dismisses a toast (specification, section 9: 45 px or speed above 0.11)', () => {
  test.each([
    { distance: 45, elapsed: 5000, dismisses: true, because: 'far enough, however slow' },
    { distance: -45, elapsed: 5000, dismisses: true, because: 'far enough to the left' },
    { distance: 44.9, elapsed: 5000, dismisses: false, because: 'neither far nor fast' },
    { distance: 11, elapsed: 100, dismisses: false, because: 'just 0.11 px/ms is not above it' },
    { distance: 12, elapsed: 100, dismisses: true, because: 'a short flick' },
    { distance: -12, elapsed: 100, dismisses: true, because: 'a short flick to the left' },
    { distance: 5, elapsed: 0, dismisses: true, because: 'faster than the clock' },
    { distance: 0, elapsed: 0, dismisses: false, because: 'a click' },
    { distance: 0, elapsed: 300, dismisses: false, because: 'a long press' },
  ])('$distance px in $elapsed ms → $dismisses: $because', ({ distance, elapsed, dismisses }) => {
    expect(isDismissal(distance, elapsed)).toBe(dismisses);
  });
});
