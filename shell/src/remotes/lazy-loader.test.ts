import { expect, jest, test } from '@jest/globals';
import type { RemoteModule } from '@vidlunnia/contracts';
import { fakeLoader } from '../../testing/islands';
import { RemoteError } from './errors';
import { createLazyLoader } from './lazy-loader';
import type { RemoteLoader } from './remote-loader';

const TEAM: RemoteModule<'home/Team'> = { default: () => null };
const { loader, asked } = fakeLoader({ 'home/Team': () => Promise.resolve(TEAM) });

test('the loader comes with the first module, once, and is asked for it as this one was', async () => {
  const getLoader = jest.fn(() => Promise.resolve(loader));
  const lazy = createLazyLoader(getLoader);
  expect(getLoader).not.toHaveBeenCalled();
  expect(await lazy.load('home/Team', 'first')).toBe(TEAM);
  expect(await lazy.load('home/Team', 'again')).toBe(TEAM);
  expect(getLoader).toHaveBeenCalledTimes(1);
  expect(asked.mock.calls).toEqual([
    ['home/Team', 'first'],
    ['home/Team', 'again'],
  ]);
});

test('a loader that does not come is a module that does not; the next module asks for it again', async () => {
  const getLoader = jest.fn<() => Promise<RemoteLoader>>().mockRejectedValueOnce(new Error('404'));
  const lazy = createLazyLoader(getLoader.mockResolvedValueOnce(loader));
  const failure = await lazy.load('home/Team', 'first').catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(RemoteError);
  expect(failure).toMatchObject({ message: 'home/Team could not be loaded', cause: new Error('404') });
  expect(await lazy.load('home/Team', 'again')).toBe(TEAM);
});
