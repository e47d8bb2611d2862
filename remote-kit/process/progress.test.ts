import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { createProgress, secondsSince } from './progress';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** An output, and what a terminal would show of it. */
function terminal(isTTY: boolean, columns = 40) {
  const written: string[] = [];
  const output = { isTTY, columns, write: (text: string) => written.push(text) };
  const shown = () =>
    written
      .join('')
      .split('\n')
      .map((line) => line.slice(line.lastIndexOf('\u001b[2K') + 1).replace('[2K', ''));
  return { progress: createProgress(output), shown, raw: () => written.join('') };
}

test('in a terminal the last line moves, lines that stay go above it, and it is gone when the work is done', async () => {
  const { progress, shown } = terminal(true);
  const started = Date.now();
  let finish: (value: string) => void = () => undefined;
  const work = new Promise<string>((resolve) => (finish = resolve));
  const done = progress.during(() => `Building shell (${secondsSince(started)})`, work);
  expect(shown()).toEqual(['Building shell (0 s)']);
  jest.advanceTimersByTime(12_300);
  expect(shown()).toEqual(['Building shell (12 s)']);
  progress.say('api built in 3 s');
  expect(shown()).toEqual(['api built in 3 s', 'Building shell (12 s)']);
  finish('built');
  expect(await done).toBe('built');
  progress.say('Ready');
  jest.advanceTimersByTime(5_000);
  expect(shown()).toEqual(['api built in 3 s', 'Ready', '']);
});

test('it is gone too when the work fails', async () => {
  const { progress, shown } = terminal(true);
  await expect(progress.during(() => 'Starting', Promise.reject(new Error('no')))).rejects.toThrow('no');
  progress.say('no');
  expect(shown()).toEqual(['no', '']);
});

test('a line that moves is never wider than the terminal', () => {
  const { progress, shown } = terminal(true, 24);
  void progress.during(() => 'Building shell (3 s), mfe-home (3 s)', new Promise(() => undefined));
  expect(shown()).toEqual(['Building shell (3 s), m']);
});

test('what is no terminal gets the lines that stay and no control characters', async () => {
  const { progress, raw } = terminal(false);
  const work = progress.during(() => 'Starting', Promise.resolve());
  progress.say('Building shell…');
  jest.advanceTimersByTime(1_000);
  await work;
  expect(raw()).toBe('Building shell…\n');
});
