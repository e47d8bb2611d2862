import { beforeEach, expect, jest, test } from '@jest/globals';

beforeEach(() => {
  sessionStorage.clear();
  jest.resetModules();
});

const load = () => import('./saved-positions');

test('a position from before a reload is told once', async () => {
  const { POSITIONS_KEY, takeSavedPosition } = await load();
  sessionStorage.setItem(POSITIONS_KEY, JSON.stringify({ home: 4200 }));
  expect(takeSavedPosition('home')).toBe(4200);
  expect(takeSavedPosition('home')).toBeNull();
});

test.each([
  ['nothing', null],
  ['no JSON', '{'],
  ['other values', '{"home":"far"}'],
])('%s in the storage is no position', async (_, text) => {
  const { POSITIONS_KEY, takeSavedPosition } = await load();
  if (text !== null) sessionStorage.setItem(POSITIONS_KEY, text);
  expect(takeSavedPosition('home')).toBeNull();
});
