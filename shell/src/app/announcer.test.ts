import { expect, jest, test } from '@jest/globals';
import { announcements } from './announcer';

test('what is said last is read, and listeners are told until they leave', () => {
  const listener = jest.fn();
  const leave = announcements.subscribe(listener);
  announcements.say('Розділ завантажено');
  expect(announcements.read()).toBe('Розділ завантажено');
  leave();
  announcements.say('Ще щось');
  expect(announcements.read()).toBe('Ще щось');
  expect(listener).toHaveBeenCalledTimes(1);
});
