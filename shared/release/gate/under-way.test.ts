import { expect, jest, test } from '@jest/globals';
import { trackSteps } from './under-way';

const never = () => new Promise<never>(() => undefined);

test('what is not done in time is named, what is done is not', async () => {
  jest.useFakeTimers();
  const steps = trackSteps();
  const work = Promise.all([
    steps.run('a picture of / at 360 px', never),
    steps.run('axe on / at 360 px', never),
    steps.run('/ at 1440 px', () => Promise.resolve()),
  ]);
  const waited = steps.within(60_000, work);
  const rejected = expect(waited).rejects.toThrow(
    'not done in 60 s: a picture of / at 360 px; axe on / at 360 px',
  );
  await jest.advanceTimersByTimeAsync(60_000);
  await rejected;
  jest.useRealTimers();
});

test('what is done in time leaves no timer, what fails rejects with its own reason', async () => {
  jest.useFakeTimers();
  const steps = trackSteps();
  await expect(steps.within(60_000, Promise.resolve('done'))).resolves.toBe('done');
  const failing = steps.run('axe', () => Promise.reject(new Error('no such frame')));
  await expect(steps.within(60_000, failing)).rejects.toThrow('no such frame');
  expect(jest.getTimerCount()).toBe(0);
  jest.useRealTimers();
});
