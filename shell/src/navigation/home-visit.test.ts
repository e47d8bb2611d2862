import { afterEach, describe, expect, test } from '@jest/globals';
import { homeVisitFrom, stepsHome } from './home-visit';

/** Puts the tab on the entry of this number, as React Router counts them. */
const at = (state: unknown) => {
  window.history.replaceState(state, '');
};
afterEach(() => {
  at(null);
});

describe('a navigation carries', () => {
  test('from the home page: where that is', () => {
    at({ idx: 3 });
    expect(homeVisitFrom('/', { homeIndex: 1 })).toEqual({ homeIndex: 3 });
  });

  test('from another page: what it came with', () => {
    at({ idx: 4 });
    const visit = { homeIndex: 3 };
    expect(homeVisitFrom('/blog/1', visit)).toBe(visit);
  });

  test.each([null, undefined, {}, { homeIndex: '3' }, 'x', 3])(
    'from another page entered with %j: nothing',
    (state) => {
      at({ idx: 4 });
      expect(homeVisitFrom('/blog/1', state)).toBeNull();
    },
  );

  test.each([null, {}, { idx: '3' }, 'x'])('from the home page with a history of %j: nothing', (state) => {
    at(state);
    expect(homeVisitFrom('/', null)).toBeNull();
  });
});

describe('the way home is', () => {
  test.each([
    [1, 0, -1],
    [4, 1, -3],
    [0, 2, 2],
    [2, 2, 0],
  ])('from entry %i to entry %i: %i steps', (index, homeIndex, steps) => {
    at({ idx: index });
    expect(stepsHome({ homeIndex })).toBe(steps);
  });

  test.each([null, undefined, {}, { homeIndex: null }])('unknown to a visitor who came with %j', (state) => {
    at({ idx: 1 });
    expect(stepsHome(state)).toBeNull();
  });

  test('unknown in a history that nobody counts', () => {
    at(null);
    expect(stepsHome({ homeIndex: 0 })).toBeNull();
  });
});
